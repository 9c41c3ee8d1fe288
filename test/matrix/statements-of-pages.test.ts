import { eq } from 'drizzle-orm';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { discussions, gamePrices } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createFullAccount } from '#test/fixtures/full-account.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb } from '#test/fixtures/web-application.ts';

/**
 * How many statements Postgres gets for the pages that players visit most, also those that begin and end
 * transactions. Two of them read the session and the unread counts. Raise a number only for a reason.
 */
const statementsOfPages = {
  shop: 3,
  'game page': 9,
  discussions: 3,
  discussion: 4,
  market: 3,
  card: 17,
  profile: 4,
  'own profile': 4,
  inventory: 8,
  messages: 4,
  chat: 6,
  notifications: 7,
};

const database = useDatabase();

test('the busiest pages need few statements for a player', async () => {
  const { db } = database;
  const { player, other, gameId } = await createFullAccount(db);
  // Most sites have no game with a price of its own.
  await db.update(gamePrices).set({ replacedAt: new Date() });
  const web = createWeb(db);
  const browser = await createSignedInVisitor(web, player.id);
  const [own] = await db
    .select({ id: discussions.id })
    .from(discussions)
    .where(eq(discussions.authorId, player.id));
  const paths: Record<keyof typeof statementsOfPages, string> = {
    shop: '/',
    'game page': `/game-info/${gameId}`,
    discussions: '/community/discussions',
    discussion: `/community/discussions/${own?.id}`,
    market: '/community/market',
    card: `/community/market/cards/default-crown?game=${gameId}`,
    profile: `/profile/${other.username}`,
    'own profile': '/profile',
    inventory: `/profile/${player.username}/inventory`,
    messages: '/messages',
    chat: `/chat/${player.username}/${other.username}`,
    notifications: '/profile/notification',
  };
  const counted: Record<string, number> = {};
  const texts: string[] = [];
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  for (const [page, path] of Object.entries(paths)) {
    // What is read once a minute or written on the first visit is not part of a page.
    for (let visit = 0; visit < 2; visit += 1) expect((await browser.get(path)).status).toBe(200);
    sent.mockClear();
    await (await browser.get(path)).text();
    counted[page] = sent.mock.calls.length;
    texts.push(`${page}: ${sent.mock.calls.map(([query]) => describe(query)).join(' | ')}`);
  }
  expect(counted, texts.join('\n')).toEqual(statementsOfPages);
});

/** The name or the beginning of a statement, to find one that was added. */
function describe(query: unknown): string {
  const { name, text } =
    typeof query === 'string' ? { name: '', text: query } : (query as pg.QueryConfig);
  return name || text.replace(/\s+/g, ' ').slice(0, 60);
}
