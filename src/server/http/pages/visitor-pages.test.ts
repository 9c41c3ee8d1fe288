import { expect, test, vi } from 'vitest';
import { createFairQueues } from '#server/bootstrap/fair-queues.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import { createVisitorCache } from './visitor-cache.ts';

const database = useDatabase();

/** The application with a reading queue that counts what it lets through, and can be closed. */
function open() {
  const queues = createFairQueues();
  const state = { rendered: 0, isFull: false };
  const reads: typeof queues.reads = async (caller, work) => {
    if (state.isFull) throw new AppError('rate-limited', { retryAfterMs: 1_000 });
    state.rendered += 1;
    return queues.reads(caller, work);
  };
  const { visit } = createWeb(database.db, { fairQueues: { ...queues, reads } });
  return { state, visitor: visit() };
}

const secret = 'my-secret-of-9731';

test.each([
  ['/', '/?z='],
  ['/?order=name', '/?z=1&order=name&utm_source='],
  ['/community/market', '/community/market?token='],
  ['/community/leaderboards', '/community/leaderboards?next=/'],
  ['/reference?q=card', '/reference?q=card&z='],
  ['/about', '/about?z='],
])('%s is at one address: %s leads there', async (path, withOthers) => {
  const { state, visitor } = open();
  for (const random of [secret, 'b', 'c']) {
    const response = await visitor.get(withOthers + random);
    expect([response.status, response.headers.get('Location')]).toEqual([302, path]);
  }
  expect(state.rendered).toBe(0);
  expect((await visitor.get(path)).status).toBe(200);
});

test.each([
  ['/_.data', '/_.data?z='],
  ['/about.data', '/about.data?z='],
  ['/api/games?page_size=5', '/api/games?page_size=5&key='],
])('%s is rendered once, and from nothing else of %s', async (path, withOthers) => {
  const { state, visitor } = open();
  const texts = new Set<string>();
  for (const address of [withOthers + secret, `${withOthers}b`, path]) {
    const response = await visitor.get(address);
    texts.add(await response.text());
  }
  expect(texts.size).toBe(1);
  expect([...texts].join()).not.toContain(secret);
  expect(state.rendered).toBe(1);
});

test.each(['/login?next=/collection/77', '/reset-password?token=', '/register?invitation='])(
  'what %s shows reaches no other visitor and is not stored',
  async (path) => {
    const { visitor } = open();
    const own = await visitor.get(path + secret);
    expect(await own.text()).toContain(secret);
    expect(own.headers.get('Cache-Control')).toBe('private, no-store');
    const [withoutQuery = ''] = path.split('?');
    expect(await (await visitor.get(withoutQuery)).text()).not.toContain(secret);
    expect(await (await visitor.get(`${path}other`)).text()).not.toContain(secret);
  },
);

test('a login that a page of visitors asks for leads back to what was requested', async () => {
  const { visitor } = open();
  for (const path of ['/community/market?buy=7', '/community?after=8', '/messages?q=a%20b']) {
    const response = await visitor.get(path);
    const { searchParams } = new URL(response.headers.get('Location') ?? '', 'http://localhost');
    expect(new URL(searchParams.get('next') ?? '', 'http://localhost').search).toBe(
      `?${new URLSearchParams(new URL(path, 'http://localhost').search)}`,
    );
  }
});

test('whatever is rendered for visitors passes the fair queue; what is cached does not', async () => {
  const { state, visitor } = open();
  await (await visitor.get('/about')).text();
  state.isFull = true;
  const rendered = [
    '/nothing-here?z=1',
    '/nothing-here',
    '/?q=one',
    '/login?next=/x',
    '/login/factor',
    '/profile/Nobody',
    '/_.data?z=1',
    '/api/games?search=one',
    '/api/games/none',
    '/sitemap.xml',
  ];
  for (const path of rendered) {
    const { status, headers } = await visitor.get(path);
    expect([path, status, headers.get('Retry-After')]).toEqual([path, 429, '1']);
  }
  expect((await visitor.get('/about')).status).toBe(200);
});

test('pages of clients that left while they waited are not rendered; their forms are handled', async () => {
  const queues = createFairQueues();
  const { promise: turn, resolve } = Promise.withResolvers<void>();
  const wait: typeof queues.reads = async (_caller, work) => {
    await turn;
    return work();
  };
  const fairQueues = { ...queues, reads: wait, actions: wait };
  const { app } = createWeb(database.db, { fairQueues });
  const client = new AbortController();
  const origin = 'http://localhost:3000';
  const ask = (path: string, init: RequestInit = {}) =>
    app.fetch(new Request(origin + path, { ...init, signal: client.signal }));
  const answers = [
    ask('/nothing-here?z=1'),
    ask('/login?next=/library'),
    ask('/login', {
      method: 'POST',
      headers: { Origin: origin },
      body: new URLSearchParams({ username: 'nobody', password: 'guess' }),
    }),
  ];
  await new Promise((later) => setImmediate(later));
  client.abort();
  resolve();
  const [missing, login, form] = (await Promise.all(answers)).map(({ status }) => status);
  expect([missing, login]).toEqual([499, 499]);
  expect(form).not.toBe(499);
});

test('answers to free text remove no other page from the cache', async () => {
  const cache = createVisitorCache({ freshMs: 60_000, staleMs: 60_000, maxBytes: 20_000 });
  const render = vi.fn(async () => new Response('page'));
  const ask = (key: string, isFreeText: boolean) =>
    cache.respond({
      key,
      isFreeText,
      request: new Request('http://localhost/'),
      render,
      caller: { name: 'one', enter: (work) => work() },
    });
  await ask('page', false);
  for (let index = 0; index < 40; index += 1) await ask(`text ${index}`, true);
  render.mockClear();
  await ask('page', false);
  expect(render).not.toHaveBeenCalled();
});
