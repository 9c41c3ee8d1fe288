import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cards, marketListings } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createPlayer } from '#test/fixtures/factories.ts';
import {
  countDeadlocks,
  createActorCtx,
  createListings,
  createRandomForRaces,
  createTradedGame,
  errorCodesOf,
  findMarketViolations,
  kindId,
} from '#test/fixtures/market.ts';
import { buyListing } from '../buy-listing.ts';
import { repriceListing } from '../reprice-listing.ts';
import { withdrawAllListings, withdrawChosenListings } from '../withdraw-listings.ts';
import { repriceManyListings } from './reprice-many-listings.ts';
import { sellManyCards } from './sell-many-cards.ts';

const database = useDatabase();
const as = (actor: Actor) => createActorCtx(database.db, actor);
const key = () => randomUUID();
let gameIds: number[];

beforeAll(async () => {
  gameIds = [];
  for (let game = 0; game < 4; game += 1) gameIds.push(await createTradedGame(database.db));
});
afterEach(async () => {
  expect(await findMarketViolations(database.db)).toEqual([]);
});

const forSale = ({ id }: Actor) =>
  database.db.select().from(marketListings).where(eq(marketListings.sellerId, id));

const countHeld = ({ id }: Actor) =>
  database.db.$count(cards, and(eq(cards.ownerId, id), eq(cards.state, 'held')));

describe('selling many cards', () => {
  it('sells each card once when the same form arrives several times at once', async () => {
    const seller = await createPlayer(database.db);
    for (const gameId of gameIds) {
      for (const _ of [1, 2]) await createCard(database.db, { ownerId: seller.id, gameId, kindId });
    }
    const offers = gameIds.map((gameId) => ({ gameId, kindId, price: 2_00, copies: 1 }));
    const form = { offers, keep: 1, key: key() };
    const answers = await Promise.all([1, 2, 3].map(() => sellManyCards(as(seller), form)));
    for (const answer of answers) {
      expect(answer).toMatchObject(gameIds.map(() => ({ listed: 1, failure: null })));
    }
    expect(await forSale(seller)).toHaveLength(gameIds.length);
    expect(await countHeld(seller)).toBe(gameIds.length);
  });

  it('counts cards of an earlier attempt only once towards the limit of listings', async () => {
    const seller = await createPlayer(database.db);
    const [gameId = 0, other = 0] = gameIds;
    for (let copy = 0; copy < 60; copy += 1) {
      await createCard(database.db, { ownerId: seller.id, gameId, kindId });
    }
    for (let copy = 0; copy < 41; copy += 1) {
      await createCard(database.db, { ownerId: seller.id, gameId: other, kindId });
    }
    const offer = (game: number, copies: number) => ({
      gameId: game,
      kindId,
      price: 2_00,
      copies,
    });
    const form = { offers: [offer(gameId, 60), offer(other, 40)], keep: 0, key: key() };
    await sellManyCards(as(seller), form);
    expect(await sellManyCards(as(seller), form)).toMatchObject([{ listed: 60 }, { listed: 40 }]);
    const more = { offers: [offer(other, 1)], keep: 0, key: key() };
    await expect(sellManyCards(as(seller), more)).rejects.toMatchObject({ code: 'listing-limit' });
    expect(await forSale(seller)).toHaveLength(100);
  });
});

it('withdrawing and repricing many listings while others buy them moves each card once', async () => {
  const { db } = database;
  const before = await countDeadlocks(db);
  const random = createRandomForRaces('bulk');
  for (let round = 0; round < 6; round += 1) {
    const [gameId = 0] = gameIds;
    const seller = await createPlayer(db);
    const itemIds = await createListings(db, {
      seller,
      gameId,
      prices: Array.from({ length: 8 }, (_, index) => 1_00 + index),
    });
    const buyers = await Promise.all(itemIds.map(() => createPlayer(db, { balance: 50_00 })));
    const changes = itemIds.map((itemId) => ({ itemId, price: 9_00 }));
    const results = await random.atOnce([
      () => withdrawChosenListings(as(seller), { itemIds: itemIds.toReversed(), key: key() }),
      () => withdrawChosenListings(as(seller), { itemIds: itemIds.slice(2), key: key() }),
      () => repriceManyListings(as(seller), { changes, key: key() }),
      () => repriceListing(as(seller), { itemId: itemIds[0] ?? '', price: 8_00, key: key() }),
      ...buyers.map(
        (buyer, index) => () => buyListing(as(buyer), { itemId: itemIds[index] ?? '', key: key() }),
      ),
    ]);
    expect(errorCodesOf(results).filter((code) => code !== 'item-gone')).toEqual([]);
    await withdrawAllListings(as(seller), { key: key() });
    const bought = (await Promise.all(buyers.map(countHeld))).reduce((sum, one) => sum + one, 0);
    expect((await countHeld(seller)) + bought).toBe(itemIds.length);
  }
  expect(await countDeadlocks(db)).toBe(before);
});
