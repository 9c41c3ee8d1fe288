import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cards, marketListings } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import {
  createActorCtx,
  createListings,
  createTradedGame,
  errorCodesOf,
  findMarketViolations,
} from '#test/fixtures/market.ts';
import type { Actor } from '../../actor.ts';
import { repriceListing } from '../reprice-listing.ts';
import { withdrawAllListings, withdrawListing } from '../withdraw-listings.ts';
import { findOwnListingPage, type OwnListingsRequest } from './find-own-listing-page.ts';
import { listOwnListings } from './list-own-listings.ts';

const database = useDatabase({ max: 20 });
const key = () => randomUUID();
let gameId: number;

beforeAll(async () => {
  gameId = await createTradedGame(database.db);
});
afterEach(async () => {
  expect(await findMarketViolations(database.db)).toEqual([]);
});

const as = (actor: Actor) => createActorCtx(database.db, actor);
const list = (seller: Actor, ...prices: number[]) =>
  createListings(database.db, { seller, gameId, prices });
const listingsOf = ({ id }: Actor) =>
  database.db.select().from(marketListings).where(eq(marketListings.sellerId, id));

async function heldBy({ id }: Actor): Promise<number> {
  const own = await database.db.select().from(cards).where(eq(cards.ownerId, id));
  return own.filter(({ state }) => state === 'held').length;
}

describe('a listing of another player', () => {
  it('can be neither repriced nor withdrawn', async () => {
    const [owner, thief] = [await createPlayer(database.db), await createPlayer(database.db)];
    const itemIds = await list(owner, 1_00, 1_00);
    const before = await listingsOf(owner);
    for (const itemId of itemIds) {
      const form = { itemId, key: key() };
      await expect(withdrawListing(as(thief), form)).rejects.toMatchObject({ code: 'item-gone' });
      await expect(repriceListing(as(thief), { ...form, price: 1 })).rejects.toMatchObject({
        code: 'item-gone',
      });
    }
    expect(await withdrawAllListings(as(thief), { key: key() })).toEqual({ removed: 0 });
    expect(await listingsOf(owner)).toEqual(before);
  });
});

describe('an own listing', () => {
  it('gets a new id with a new price, and keeps its id with the same price', async () => {
    const actor = await createPlayer(database.db);
    const [itemId = ''] = await list(actor, 1_00);
    expect(await repriceListing(as(actor), { itemId, price: 1_00, key: key() })).toEqual({
      itemId,
      sold: null,
    });
    const form = { itemId, price: 2_00, key: key() };
    const changed = await repriceListing(as(actor), form);
    expect(changed.itemId).not.toBe(itemId);
    expect(await repriceListing(as(actor), form)).toEqual(changed);
    expect(await listingsOf(actor)).toMatchObject([{ id: changed.itemId, price: 2_00 }]);
    await expect(
      repriceListing(as(actor), { itemId, price: 3_00, key: key() }),
    ).rejects.toMatchObject({ code: 'item-gone' });
  });

  it('is withdrawn once when it is withdrawn twice at the same time', async () => {
    const actor = await createPlayer(database.db);
    const [itemId = ''] = await list(actor, 1_00);
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => withdrawListing(as(actor), { itemId, key: key() })),
    );
    expect(errorCodesOf(results)).toEqual(['item-gone', 'item-gone']);
    expect(await heldBy(actor)).toBe(1);
  });

  it('is withdrawn with all others, and a repeated form withdraws nothing more', async () => {
    const actor = await createPlayer(database.db);
    await list(actor, 1_00, 2_00, 3_00);
    const form = { key: key() };
    expect(await withdrawAllListings(as(actor), form)).toEqual({ removed: 3 });
    await list(actor, 4_00);
    expect(await withdrawAllListings(as(actor), form)).toEqual({ removed: 3 });
    expect(await listingsOf(actor)).toHaveLength(1);
  });

  it('cannot be changed by visitors and guests', async () => {
    const actor = await createPlayer(database.db);
    const [itemId = ''] = await list(actor, 1_00);
    for (const [ctx, code] of [
      [{ ...as(actor), actor: null }, 'login-required'],
      [as({ ...actor, role: 'guest' }), 'guest-not-allowed'],
    ] as const) {
      const form = { itemId, key: key() };
      await expect(withdrawListing(ctx, form)).rejects.toMatchObject({ code });
      await expect(withdrawAllListings(ctx, form)).rejects.toMatchObject({ code });
      await expect(repriceListing(ctx, { ...form, price: 2 })).rejects.toMatchObject({ code });
    }
  });
});

/** The request for the first page without search and order. */
const defaultRequest: OwnListingsRequest = { q: '', order: 'game', page: 1, perPage: 10 };

describe('the list of own listings', () => {
  it('is searched, ordered and paged as requested', async () => {
    const actor = await createPlayer(database.db);
    await list(actor, 3_00, 1_00, 2_00);
    const ctx = as(actor);
    const prices = async (asked: Partial<OwnListingsRequest>) => {
      const { items, all, found, pages } = await listOwnListings(ctx, {
        ...defaultRequest,
        ...asked,
      });
      return { prices: items.map(({ price }) => price), all, found, pages };
    };
    expect((await prices({ order: 'price' })).prices).toEqual([1_00, 2_00, 3_00]);
    expect(await prices({ order: 'price', page: 2, perPage: 2 })).toEqual({
      prices: [3_00],
      all: 3,
      found: 3,
      pages: 2,
    });
    expect(await prices({ q: 'CROWN' })).toMatchObject({ found: 3 });
    expect(await prices({ q: 'no%such' })).toEqual({ prices: [], all: 3, found: 0, pages: 1 });
    const [dearest] = (await listOwnListings(ctx, defaultRequest)).items.filter(
      ({ price }) => price === 3_00,
    );
    const itemId = dearest?.id ?? '';
    expect(
      await findOwnListingPage(ctx, { ...defaultRequest, order: 'price', perPage: 1, itemId }),
    ).toBe(3);
    expect(await findOwnListingPage(ctx, { ...defaultRequest, q: 'nothing', itemId })).toBeNull();
  });

  it('has only own listings, ten a page, in an order that a new price does not change', async () => {
    const actor = await createPlayer(database.db);
    await list(actor, ...Array.from({ length: 12 }, (_, index) => 50_00 + index));
    await list(await createPlayer(database.db), 49_00);
    const ctx = as(actor);
    const first = await listOwnListings(ctx, defaultRequest);
    expect(first).toMatchObject({ all: 12, pages: 2 });
    expect(first.items.map(({ price }) => price)).toEqual(
      Array.from({ length: 10 }, (_, index) => 50_00 + index),
    );
    expect((await listOwnListings(ctx, { ...defaultRequest, page: 2 })).items).toHaveLength(2);

    await repriceListing(ctx, { itemId: first.items[3]?.id ?? '', price: 7, key: key() });
    const after = await listOwnListings(ctx, defaultRequest);
    expect(after.items.map(({ cardId }) => cardId)).toEqual(
      first.items.map(({ cardId }) => cardId),
    );
    expect(after.items[3]?.price).toBe(7);
  });

  it('shows the lowest price of other sellers for the same card of the same game', async () => {
    const gameOfItsOwn = await createTradedGame(database.db);
    const [actor, other] = [await createPlayer(database.db), await createPlayer(database.db)];
    const here = (seller: Actor, price: number) =>
      createListings(database.db, { seller, gameId: gameOfItsOwn, prices: [price] });
    await here(actor, 1_00);
    const cheapest = async () =>
      (await listOwnListings(as(actor), defaultRequest)).items.map((item) => item.cheapestOther);
    expect(await cheapest()).toEqual([null]);
    await here(other, 9_00);
    await here(other, 3_00);
    expect(await cheapest()).toEqual([3_00]);
  });
});
