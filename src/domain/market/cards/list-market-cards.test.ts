import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { cardKinds, marketCardDays } from '#database/schema.ts';
import { utcDayBefore } from '#shared/format/utc-day.ts';
import { marketCardsQuery } from '#shared/schemas/market/market-cards.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCard,
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import type { Actor } from '../../actor.ts';
import { sellCards } from '../selling/sell-cards.ts';
import { listMarketCards } from './list-market-cards.ts';
import { suggestMarketSearches } from './suggest-market-searches.ts';

const database = useDatabase();
const as = (actor: Actor | null) => createTestCtx(database.db, { actor });
let seller: Actor;
let collector: Actor;
let castles: number;
let boats: number;

async function list(actor: Actor, gameId: number, kindId: string, price: number) {
  await createCard(database.db, { ownerId: actor.id, gameId, kindId });
  const offers = [{ gameId, kindId, price, copies: 1 }];
  await sellCards(as(actor), { offers, key: randomUUID() });
}

async function namesOf(actor: Actor | null, values: Record<string, string>) {
  const { cards } = await listMarketCards(as(actor), parseInput(marketCardsQuery, values));
  return cards.map(({ game, kind }) => `${game.name} ${kind.id.replace('default-', '')}`);
}

beforeAll(async () => {
  const { db } = database;
  await createCardSets(db);
  castles = (await createGame(db, { name: 'Castles' })).id;
  boats = (await createGame(db, { name: 'Boats' })).id;
  [seller, collector] = [await createPlayer(db), await createPlayer(db)];
  await list(seller, castles, 'default-crown', 5_00);
  await list(seller, castles, 'default-crown', 4_00);
  await list(collector, castles, 'default-crown', 6_00);
  await list(seller, boats, 'default-crown', 9_00);
  await list(seller, castles, 'default-cat', 10);
  await createCard(db, { ownerId: collector.id, gameId: castles, kindId: 'default-crown' });
});

describe('the cards of the market', () => {
  it('are one tile for each card of a game, with the lowest price and the reader’s copies', async () => {
    const query = parseInput(marketCardsQuery, { order: 'dearest' });
    const { cards, total, pages } = await listMarketCards(as(collector), query);
    expect({ total, pages }).toEqual({ total: 3, pages: 1 });
    expect(cards).toMatchObject([
      { game: { name: 'Boats' }, price: 9_00, forSale: 1, held: 0, listed: 0 },
      { game: { name: 'Castles' }, price: 4_00, forSale: 3, held: 1, listed: 1 },
      { kind: { id: 'default-cat' }, price: 10, forSale: 1, held: 0, listed: 0 },
    ]);
    const visited = await listMarketCards(as(null), query);
    expect(visited.cards[1]).toMatchObject({ forSale: 3, held: 0, listed: 0 });
  });

  it('are found by name of the card, of the game and by the exact name of a seller', async () => {
    expect(await namesOf(null, { q: 'crown', order: 'price' })).toEqual([
      'Castles crown',
      'Boats crown',
    ]);
    expect(await namesOf(null, { q: 'boat' })).toEqual(['Boats crown']);
    expect(await namesOf(null, { q: collector.username })).toEqual(['Castles crown']);
    expect(await namesOf(null, { seller: collector.username })).toEqual(['Castles crown']);
    expect(await namesOf(null, { q: 'zzzz' })).toEqual([]);
  });

  it('are filtered by game, rarity, price, and what the reader does not have', async () => {
    expect(await namesOf(null, { game: String(boats) })).toEqual(['Boats crown']);
    expect(await namesOf(null, { rarity: 'legendary', order: 'price' })).toEqual([
      'Castles crown',
      'Boats crown',
    ]);
    expect(await namesOf(null, { min: '0.11', max: '4.00' })).toEqual(['Castles crown']);
    expect(await namesOf(collector, { missing: '1', order: 'price' })).toEqual([
      'Castles cat',
      'Boats crown',
    ]);
    expect(await namesOf(null, { missing: '1' })).toHaveLength(3);
  });

  it('can be those that complete a set of the reader', async () => {
    const { db } = database;
    const player = await createPlayer(db);
    expect(await namesOf(player, { completes: '1' })).toEqual([]);
    const kinds = await db
      .select({ id: cardKinds.id })
      .from(cardKinds)
      .where(eq(cardKinds.setId, 'default'));
    const others = kinds.filter(({ id }) => id !== 'default-crown');
    for (const { id } of others.slice(1)) {
      await createCard(db, { ownerId: player.id, gameId: castles, kindId: id });
    }
    expect(await namesOf(player, { completes: '1' })).toEqual([]);
    await createCard(db, { ownerId: player.id, gameId: castles, kindId: others[0]?.id ?? '' });
    expect(await namesOf(player, { completes: '1' })).toEqual(['Castles crown']);
  });

  it('are ordered by newest listing, by trade and by the move of the price', async () => {
    expect(await namesOf(null, {})).toEqual(['Castles cat', 'Boats crown', 'Castles crown']);
    const ctx = as(null);
    const day = (
      gameId: number,
      kindId: string,
      daysBefore: number,
      sales: number,
      median: number,
    ) => ({
      gameId,
      kindId,
      day: utcDayBefore(ctx.clock.now(), daysBefore),
      sales,
      amount: sales * median,
      counted: sales,
      median,
      low: median,
      high: median,
    });
    await database.db
      .insert(marketCardDays)
      .values([
        day(castles, 'default-cat', 20, 50, 10),
        day(castles, 'default-cat', 2, 50, 11),
        day(boats, 'default-crown', 20, 2, 9_00),
        day(boats, 'default-crown', 2, 1, 4_50),
        day(castles, 'default-crown', 40, 900, 1_00),
      ]);
    const traded = await listMarketCards(ctx, parseInput(marketCardsQuery, { order: 'traded' }));
    expect(traded.cards.map(({ sales }) => sales)).toEqual([100, 3, null]);
    const moved = await listMarketCards(ctx, parseInput(marketCardsQuery, { order: 'moved' }));
    expect(moved.cards.map(({ change }) => change && Math.round(change * 100))).toEqual([
      -50,
      10,
      null,
    ]);
  });

  it('are suggested with games and sellers while a reader types', async () => {
    const ctx = as(null);
    expect(await suggestMarketSearches(ctx, { q: 'c' })).toEqual([]);
    expect(await suggestMarketSearches(ctx, { q: 'ca' })).toEqual([
      { kind: 'card', name: 'Cat' },
      { kind: 'game', name: 'Castles' },
    ]);
    expect(await suggestMarketSearches(ctx, { q: seller.username })).toEqual([
      { kind: 'seller', name: seller.username },
    ]);
  });
});
