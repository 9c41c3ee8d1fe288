import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { cards } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCard,
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import type { Actor } from '../actor.ts';
import { buyListing } from './buy-listing.ts';
import { getMarketCard } from './get-market-card.ts';
import { sellCards } from './selling/sell-cards.ts';

const database = useDatabase();
const as = (actor: Actor | null) => createTestCtx(database.db, { actor });

beforeAll(() => createCardSets(database.db));

/** Each test uses a card kind of its own, because the page shows all games together. */
async function listed(seller: Actor, gameId: number, price: number, kindId = 'default-crown') {
  await createCard(database.db, { ownerId: seller.id, gameId, kindId });
  const offers = [{ gameId, kindId, price, copies: 1 }];
  const { itemIds } = await sellCards(as(seller), { offers, key: randomUUID() });
  return itemIds[0] ?? '';
}

describe('the page of a card', () => {
  it('shows the data of all games that share it, or of one game', async () => {
    const kindId = 'default-crown';
    const { db } = database;
    const [one, two] = [
      await createGame(db, { name: 'One' }),
      await createGame(db, { name: 'Two' }),
    ];
    const [seller, buyer] = [await createPlayer(db), await createPlayer(db, { balance: 50_00 })];
    const sold = await listed(seller, two.id, 4_00);
    await buyListing(as(buyer), { itemId: sold, key: randomUUID() });
    await listed(seller, one.id, 3_00);
    await listed(buyer, two.id, 2_00);
    const gone = await createCard(db, { ownerId: seller.id, gameId: one.id, kindId });
    await db.update(cards).set({ state: 'retired' }).where(eq(cards.id, gone));

    const all = await getMarketCard(as(buyer), { kindId, gameId: null, page: 1 });
    expect(all).toMatchObject({
      card: { id: kindId, name: 'Crown', rarity: 'legendary' },
      ofGame: null,
      game: null,
      existing: 3,
      forSale: 2,
      pages: 1,
      listings: [
        { price: 2_00, gameName: 'Two', seller: buyer.username, own: true },
        { price: 3_00, gameName: 'One', seller: seller.username, own: false },
      ],
      sales: [{ price: 4_00, gameName: 'Two', buyer: buyer.username, seller: seller.username }],
      price: { median: null, sales: 1, sellers: 1 },
      held: [{ gameId: two.id, gameName: 'Two', copies: 1 }],
    });
    expect(all.set).toHaveLength(9);
    expect(all.card.odds).toBeCloseTo(0.02, 10);

    const fromElsewhere = await getMarketCard(as(buyer), { kindId, gameId: one.id, page: 1 });
    expect(fromElsewhere.held).toEqual(all.held);

    const ofOne = await getMarketCard(as(null), { kindId, gameId: one.id, page: 1 });
    expect(ofOne).toMatchObject({
      game: { id: one.id, name: 'One' },
      existing: 3,
      forSale: 1,
      listings: [{ price: 3_00, own: false }],
      sales: [],
      price: { median: null, sales: 0, sellers: 0 },
      held: [],
    });
  });

  it('names the game of its own set, whatever game is requested', async () => {
    const game = await createGame(database.db, { id: 4291, name: 'Counter-Strike' });
    const other = await createGame(database.db);
    const asked = { kindId: 'csgo-all-five', gameId: other.id, page: 1 };
    expect(await getMarketCard(as(null), asked)).toMatchObject({
      ofGame: { id: game.id, name: 'Counter-Strike' },
      game: null,
      existing: 0,
      forSale: 0,
    });
  });

  it('shows the median of the last 30 days and pages of the listings, the cheapest first', async () => {
    const kindId = 'default-cat';
    const game = await createGame(database.db);
    const buyer = await createPlayer(database.db, { balance: 100_00 });
    for (const price of [1_00, 5_00, 2_00]) {
      const seller = await createPlayer(database.db);
      const itemId = await listed(seller, game.id, price, kindId);
      await buyListing(as(buyer), { itemId, key: randomUUID() });
    }
    const seller = await createPlayer(database.db);
    for (let place = 0; place < 12; place += 1)
      await listed(seller, game.id, 12_00 - place, kindId);
    const first = await getMarketCard(as(null), { kindId, gameId: game.id, page: 1 });
    const second = await getMarketCard(as(null), { kindId, gameId: game.id, page: 2 });
    expect(first).toMatchObject({
      forSale: 12,
      pages: 2,
      price: { median: 2_00, sales: 3, sellers: 3 },
    });
    expect(first.listings[0]?.price).toBe(11_89);
    expect(second.listings.map(({ price }) => price)).toEqual([11_99, 12_00]);
  });

  it('does not find a card that does not exist', async () => {
    const asked = { kindId: 'no-such-card', gameId: null, page: 1 };
    await expect(getMarketCard(as(null), asked)).rejects.toMatchObject({ code: 'card-not-found' });
  });
});
