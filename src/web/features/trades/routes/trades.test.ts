import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { cards, tradeOffers } from '#database/schema.ts';
import type { Actor } from '#domain/context-parts.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createTradedGame, findMarketViolations } from '#test/fixtures/market.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const root = '/community/market/trades';
const [crown, dog] = ['default-crown', 'default-dog'];
let gameId: number;

beforeAll(async () => {
  gameId = await createTradedGame(database.db);
});
afterEach(async () => {
  expect(await findMarketViolations(database.db)).toEqual([]);
});

const give = (owner: Actor, kindId: string) =>
  createCard(database.db, { ownerId: owner.id, gameId, kindId });

async function createFriends() {
  const [ada, bo] = [
    await createLoggedInPlayer(database.db),
    await createLoggedInPlayer(database.db),
  ];
  await befriend(database.db, ada.actor.id, bo.actor.id);
  return { ada, bo };
}

const held = (owner: Actor, kindId: string) =>
  database.db.$count(cards, and(eq(cards.ownerId, owner.id), eq(cards.kindId, kindId)));

it('an offer is made, shown in the chat and in the lists, and accepted without scripts', async () => {
  const { ada, bo } = await createFriends();
  await give(ada.actor, crown);
  await give(bo.actor, dog);
  const chosen = `give=${gameId}.${crown}.1&get=${gameId}.${dog}.1`;
  const form = await textOf(
    await ada.player.get(`${root}/new?with=${bo.actor.username}&${chosen}`),
  );
  expect(form).toContain(`Trade with ${bo.actor.username}`);
  expect(form).toContain('1 of 10');

  const made = await ada.player.post(`${root}/new?with=${bo.actor.username}`, {
    key: randomUUID(),
    intent: 'offer',
    with: bo.actor.username,
    give: `${gameId}.${crown}.1`,
    get: `${gameId}.${dog}.1`,
    message: 'Deal?',
  });
  const path = made.headers.get('location') ?? '';
  expect(path).toMatch(/^\/community\/market\/trades\/[0-9a-f-]{36}$/);
  expect(await textOf(await bo.player.get(root))).toContain(`From ${ada.actor.username}`);
  const chat = `/chat/${bo.actor.username}/${ada.actor.username}`;
  expect(await textOf(await bo.player.get(chat))).toContain('Accept or decline');
  const page = await textOf(await bo.player.get(path));
  expect(page).toContain('Deal?');
  expect(page).toContain('Make another offer');

  const accept = { key: randomUUID(), intent: 'accept', offerId: path.split('/').at(-1) ?? '' };
  expect((await bo.player.post(path, accept)).headers.get('location')).toBe(path);
  expect(await held(bo.actor, crown)).toBe(1);
  expect(await held(ada.actor, dog)).toBe(1);
  const again = await bo.player.post(path, { ...accept, key: randomUUID() });
  expect(again.status).toBe(409);
  expect(await textOf(again)).toContain('This trade offer is no longer open.');
  expect(await textOf(await ada.player.get(`${root}?list=history`))).toContain('Accepted');
});

it('an offer is shown to its two people only', async () => {
  const { ada, bo } = await createFriends();
  await give(ada.actor, crown);
  const made = await ada.player.post(`${root}/new?with=${bo.actor.username}`, {
    key: randomUUID(),
    with: bo.actor.username,
    give: `${gameId}.${crown}.1`,
    get: '',
    message: '',
  });
  const path = made.headers.get('location') ?? '';
  const stranger = await createLoggedInPlayer(database.db);
  expect((await stranger.player.get(path)).status).toBe(404);
  expect((await stranger.player.get(`${root}/new?with=${ada.actor.username}`)).status).toBe(403);
  const offers = await database.db.$count(tradeOffers, eq(tradeOffers.senderId, ada.actor.id));
  expect(offers).toBe(1);
});

it('friends with second copies of what the other misses are suggested', async () => {
  const { ada, bo } = await createFriends();
  // Both kinds are of one rarity, so that the swap is even.
  const [mine, theirs] = await database.db.query.cardKinds.findMany({
    where: (table, { and, eq, isNull }) => and(isNull(table.gameId), eq(table.rarity, 'common')),
    limit: 2,
  });
  for (const copy of [1, 2]) {
    expect(copy).toBeLessThan(3);
    await give(ada.actor, mine?.id ?? '');
    await give(bo.actor, theirs?.id ?? '');
  }
  const page = await (await ada.player.get(root)).text();
  expect(page).toContain('Good swaps');
  const parameters = new URLSearchParams({
    with: bo.actor.username,
    give: `${gameId}.${mine?.id}.1`,
    get: `${gameId}.${theirs?.id}.1`,
  });
  expect(page.replaceAll('&amp;', '&')).toContain(`${root}/new?${parameters}`);
});
