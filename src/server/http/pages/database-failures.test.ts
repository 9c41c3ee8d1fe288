import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#database/client.ts';
import { createLog } from '#server/bootstrap/log.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const unreachable = openDatabase({ host: '/nowhere' });

afterAll(() => unreachable.$client.end());

/** The application without a database, and the lines of its log. */
function createBroken() {
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => void lines.push(line) });
  return { web: createWeb(unreachable, { log }), lines };
}

async function expectFailure(response: Response): Promise<string> {
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(response.headers.get('Content-Type')).toContain('text/html');
  const requestId = response.headers.get('X-Request-Id') ?? '';
  const html = await response.text();
  expect(html).toContain('Something went wrong');
  expect(html).toMatch(new RegExp(`Request (<!-- -->)?<code[^>]*>${requestId}</code>`));
  expect(html).not.toContain('/nowhere');
  return requestId;
}

test('a visitor sees the id of a failed request, and the log has its details', async () => {
  const { web, lines } = createBroken();
  const visitor = web.visit();
  const first = await expectFailure(await visitor.get('/'));
  const second = await expectFailure(await visitor.get('/'));
  expect(first).not.toBe(second);
  for (const id of [first, second])
    expect(lines.filter((line) => line.includes(id))).toHaveLength(1);
  expect(lines.join()).toContain('ENOENT');
});

test('a player whose session cannot be read gets the error page everywhere and stays logged in', async () => {
  const player = await createSignedInVisitor(
    createWeb(database.db),
    (await createPlayer(database.db)).id,
  );
  const { web, lines } = createBroken();
  const visitor = web.visit();
  visitor.cookie = player.cookie;
  for (const path of ['/', '/about', '/profile/wallet', '/login']) {
    const id = await expectFailure(await visitor.get(path));
    expect(lines.filter((line) => line.includes(id))).toHaveLength(1);
    expect(visitor.cookie).toBe(player.cookie);
  }
  expect((await visitor.get('/profile/wallet.data')).status).toBe(503);
});

test('an unexpected error is shown with the request id, and its details are only in the log', async () => {
  const lines: string[] = [];
  const web = createWeb(database.db);
  const actor = await createPlayer(database.db);
  const broken = createWeb(database.db, {
    log: createLog('error', { write: (line) => void lines.push(line) }),
    accounts: {
      presence: {
        ...web.ctx.accounts.presence,
        markSeen() {
          throw new Error('secret detail of a bug');
        },
      },
    },
  });
  const player = await createSignedInVisitor(web, actor.id);
  const visitor = broken.visit();
  visitor.cookie = player.cookie;
  const response = await visitor.get('/profile');
  expect(response.status).toBe(500);
  const html = await response.text();
  const requestId = response.headers.get('X-Request-Id') ?? '';
  expect(html).not.toContain('secret detail');
  expect(html).toContain(requestId);
  expect(lines.join()).toContain('secret detail of a bug');
  expect(lines.join()).toContain(requestId);
});

test('a client error is not logged as a failure, and no query with a token is logged', async () => {
  const { web, lines } = createBroken();
  const visitor = web.visit();
  expect((await visitor.post('/about', {})).status).toBe(405);
  expect((await visitor.get('/nowhere')).status).toBe(404);
  expect(lines).toEqual([]);
  await expectFailure(await visitor.get('/reset-password?token=secret-of-a-mail'));
  expect(lines.join()).toContain('"path":"/reset-password"');
  expect(lines.join()).not.toContain('secret-of-a-mail');
});

test('readyz fails when the database is unavailable, and healthz does not', async () => {
  const { web } = createBroken();
  expect((await web.visit().get('/readyz')).status).toBe(503);
  expect((await web.visit().get('/healthz')).status).toBe(200);
});
