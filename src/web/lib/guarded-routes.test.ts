import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { withNightly } from '#test/config/nightly.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createTradedGame } from '#test/fixtures/market.ts';
import { changedTables, takeChanges } from '#test/fixtures/recorded-changes.ts';
import { routePaths } from '#test/fixtures/route-paths.ts';
import { listIntents } from '#test/matrix/form-intents.ts';
import { listRoutes } from '#test/matrix/route-table.ts';

const database = useDatabase({ recordsChanges: true });

/** Routes for the scripts and forms of screens, which need a login too. */
const dataRoutes = [
  '/community/camera/pass',
  '/community/market/view',
  '/community/pictures',
  '/play',
  '/settings/theme',
];

type Fixture = Awaited<ReturnType<typeof createLoggedInPlayer>> & { gameId: number };
let fixture: Fixture;

beforeAll(async () => {
  const gameId = await createTradedGame(database.db);
  fixture = { ...(await createLoggedInPlayer(database.db)), gameId };
});

/** The path with the name of a player, the id of a game and ids of things that do not exist. */
function fillIn(path: string): string {
  const { actor, gameId } = fixture;
  const values: Record<string, string> = {
    username: actor.username,
    friendName: actor.username,
    gameId: String(gameId),
    kindId: 'default-crown',
    id: '1',
  };
  return `/${path.replace(/:(\w+)/g, (_, name) => values[name] ?? randomUUID()).replace('*', 'x')}`;
}

/** The screens that the documentation says need a login. */
async function readGuardedScreens(): Promise<string[]> {
  const text = await readFile('docs/product.md', 'utf8');
  const [line] = /^They are: .*$/m.exec(text) ?? [];
  return (line?.match(/`[^`]+`/g) ?? []).map((path) => path.slice(1, -1));
}

test('a visitor is sent to the login from exactly the documented screens', async () => {
  const guarded: string[] = [];
  for (const path of routePaths) {
    const response = await fixture.web.visit().get(fillIn(path));
    expect([path, response.status < 500]).toEqual([path, true]);
    if (response.headers.get('Location')?.startsWith('/login?next=')) guarded.push(`/${path}`);
  }
  const documented = await readGuardedScreens();
  expect(documented.length).toBeGreaterThan(25);
  expect(guarded.toSorted()).toEqual([...documented, ...dataRoutes].toSorted());
});

/** Of every route with a form, its intents; of all others one, for a page takes none. */
function listForms(): { path: string; intent: string }[] {
  return listRoutes().flatMap(({ path, hasAction, file }) => {
    const own = hasAction ? listIntents(file) : ['save'];
    return withNightly(own, commonIntents).map((intent) => ({ path: path.slice(1), intent }));
  });
}

const commonIntents = ['accept', 'add', 'remove', 'order', 'cancel', 'craft', 'recycle', 'sell'];

test('no form of a visitor changes anything on any page', async () => {
  // These make an account or a session, or ask for an email.
  const open = ['login', 'register', 'guest', 'logout', 'forgot-password', 'reset-password'];
  const errors: unknown[] = [];
  await takeChanges(database.db);
  for (const { path, intent } of listForms().filter((one) => !open.includes(one.path))) {
    const form = {
      intent,
      key: randomUUID(),
      offerId: randomUUID(),
      gameId: String(fixture.gameId),
      kindId: 'default-crown',
      price: '1.00',
      quantity: '1',
      text: 'Text',
    };
    const { status } = await fixture.web.visit().post(fillIn(path), form);
    const changed = changedTables(await takeChanges(database.db));
    if (status >= 500 || changed.length > 0) errors.push({ path, intent, status, changed });
  }
  expect(errors).toEqual([]);
});
