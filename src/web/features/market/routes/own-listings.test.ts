import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { marketListings } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { placeOrder } from '#domain/market/orders/place-order.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import {
  createActorCtx,
  createListings,
  createTradedGame,
  findMarketViolations,
  kindId,
} from '#test/fixtures/market.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const path = '/community/market/listings';
let gameId: number;

beforeAll(async () => {
  gameId = await createTradedGame(database.db);
});
afterEach(async () => {
  expect(await findMarketViolations(database.db)).toEqual([]);
});

const forSale = ({ id }: Actor) =>
  database.db.select().from(marketListings).where(eq(marketListings.sellerId, id));

async function createSeller(...prices: number[]) {
  const seller = await createLoggedInPlayer(database.db);
  const items = await createListings(database.db, { seller: seller.actor, gameId, prices });
  return { ...seller, itemId: items[0] ?? '', items };
}

describe('own listings', () => {
  it('are shown ten a page, with the cheapest price of others, and without listings of others', async () => {
    const game = await createTradedGame(database.db);
    const { actor, player } = await createLoggedInPlayer(database.db);
    const prices = Array.from({ length: 11 }, (_, index) => 70_00 + index);
    await createListings(database.db, { seller: actor, gameId: game, prices });
    const other = await createPlayer(database.db);
    await createListings(database.db, { seller: other, gameId: game, prices: [66_66] });
    const first = await textOf(await player.get(path));
    expect(first).toContain('11 of 100 cards for sale');
    expect(first).toContain('Price $70.09');
    expect(first).not.toContain('Price $70.10');
    expect(first).not.toContain('Price $66.66');
    expect(first).toContain('Cheapest of others $66.66');
    expect(await textOf(await player.get(`${path}?page=2`))).toContain('Price $70.10');
    expect((await player.get(`${path}?page=9`)).headers.get('Location')).toBe(`${path}?page=2`);
  });

  it('say before a new price sells at once to an order, and match the cheapest', async () => {
    const game = await createTradedGame(database.db);
    const { actor, player } = await createLoggedInPlayer(database.db);
    const [itemId = ''] = await createListings(database.db, {
      seller: actor,
      gameId: game,
      prices: [9_00],
    });
    const [buyer, other] = [
      await createPlayer(database.db, { balance: 50_00 }),
      await createPlayer(database.db),
    ];
    await createListings(database.db, { seller: other, gameId: game, prices: [6_00] });
    const order = { gameId: game, kindId, price: 4_00, quantity: 1, key: randomUUID() };
    await placeOrder(createActorCtx(database.db, buyer), order);
    const page = await textOf(await player.get(path));
    expect(page).toContain('Highest order $4.00');
    expect(page).toContain('Match the cheapest, $6.00');

    const form = { intent: 'reprice', itemId, price: '3.00' };
    const asked = await (await player.post(path, { ...form, key: randomUUID() })).text();
    expect(asked).toContain('name="confirmed" value="400"');
    expect(await forSale(actor)).toMatchObject([{ price: 9_00 }]);
    const confirmed = { ...form, key: randomUUID(), confirmed: '400' };
    expect(await textOf(await player.post(path, confirmed))).toContain(
      'It was sold at once for $4.00.',
    );
    expect(await forSale(actor)).toEqual([]);
  });

  it('get new prices many at once, after every price was shown', async () => {
    const game = await createTradedGame(database.db);
    const { actor, player } = await createLoggedInPlayer(database.db);
    const items = await createListings(database.db, {
      seller: actor,
      gameId: game,
      prices: [9_00, 8_00, 6_00],
    });
    const other = await createPlayer(database.db);
    await createListings(database.db, { seller: other, gameId: game, prices: [6_00] });
    const match = (itemIds: string[]) =>
      player.post(path, [
        ['key', randomUUID()],
        ['intent', 'match-chosen'],
        ...itemIds.map((itemId) => ['itemId', itemId]),
      ]);
    const review = await (await match(items)).text();
    expect(review).toContain('Change these prices?');
    expect(review).toContain('One chosen listing keeps its price.');
    expect(review).toContain(`name="price:${items[0]}" value="6.00"`);
    expect(await forSale(actor)).toMatchObject([{ price: 9_00 }, { price: 8_00 }, { price: 6_00 }]);

    const gone = randomUUID();
    const prices = Object.fromEntries(
      [items[0], items[1], gone].map((itemId) => [`price:${itemId}`, '6.00']),
    );
    const confirmed = { key: randomUUID(), intent: 'reprice-many', ...prices };
    const changed = await textOf(await player.post(path, confirmed));
    expect(changed).toContain('2 prices are new.');
    expect(changed).toContain('These listings were not changed:');
    expect(changed).toContain('This item is no longer available.');
    expect((await forSale(actor)).map(({ price }) => price)).toEqual([6_00, 6_00, 6_00]);
    const nothing = await match([]);
    expect(nothing.status).toBe(400);
    expect(await textOf(nothing)).toContain('Choose a listing first.');
  });

  it('ask before many new prices sell at once', async () => {
    const game = await createTradedGame(database.db);
    const { actor, player } = await createLoggedInPlayer(database.db);
    const seller = { seller: actor, gameId: game, prices: [9_00, 8_00] };
    const items = await createListings(database.db, seller);
    const buyer = await createPlayer(database.db, { balance: 50_00 });
    const order = { gameId: game, kindId, price: 4_00, quantity: 2, key: randomUUID() };
    await placeOrder(createActorCtx(database.db, buyer), order);
    const prices = Object.fromEntries(items.map((itemId) => [`price:${itemId}`, '3.00']));
    const form = { intent: 'reprice-many', ...prices };
    const asked = await player.post(path, { key: randomUUID(), ...form });
    expect(await asked.text()).toContain('name="confirmed" value="800"');
    expect(await forSale(actor)).toHaveLength(2);
    const done = await player.post(path, { key: randomUUID(), ...form, confirmed: '800' });
    expect(await textOf(done)).toContain('2 cards were sold at once for $8.00.');
    expect(await forSale(actor)).toEqual([]);
  });

  it('are withdrawn many at once; the name of a sold one is shown', async () => {
    const { actor, player, items } = await createSeller(1_00, 2_00, 3_00);
    const [sold = '', second = '', third = ''] = items;
    const { ctx } = await createLoggedInPlayer(database.db);
    const key = randomUUID();
    const send = (intent: string) =>
      player.post(path, [
        ['key', key],
        ['intent', intent],
        ['itemId', sold],
        ['itemId', second],
      ]);
    const review = await send('remove-chosen');
    expect(await textOf(review)).toContain('Take these cards off the market?');
    await buyListing(ctx, { itemId: sold, key: randomUUID() });
    for (const _ of ['sent', 'sent again']) {
      const removed = await textOf(await send('remove-many'));
      expect(removed).toContain('The card is back in your inventory.');
      expect(removed).toMatch(/Crown \(Game \d+\)\s*:\s*This item is no longer available\./);
    }
    expect((await forSale(actor)).map(({ id }) => id)).toEqual([third]);
  });

  it('are found by their own URL, whatever page they are on', async () => {
    const prices = Array.from({ length: 11 }, (_, index) => 1_00 + index);
    const { player } = await createSeller(...prices);
    const idsOf = (html: string) => [...html.matchAll(/id="listing-([^"]+)"/g)].map(([, id]) => id);
    const [first = ''] = idsOf(await (await player.get(path)).text());
    const [last = ''] = idsOf(await (await player.get(`${path}?page=2`)).text());
    expect((await player.get(`${path}?item=${first}`)).status).toBe(200);
    const redirected = await player.get(`${path}?item=${last}`);
    const location = redirected.headers.get('Location');
    expect(location).toBe(`${path}?item=${last}&page=2#listing-${last}`);
    expect((await player.get(`${path}?item=${last}&page=2`)).status).toBe(200);
    const gone = await player.get(`${path}?item=${randomUUID()}`);
    expect(await textOf(gone)).toContain('The listing you came for is sold');
    const { player: other } = await createSeller(1_00);
    expect((await other.get(`${path}?item=${last}`)).status).toBe(200);
    expect((await player.get(`${path}?item=nonsense`)).status).toBe(200);
  });

  it('get a new id with a new price', async () => {
    const { actor, player, itemId } = await createSeller(5_00);
    const form = { intent: 'reprice', itemId, price: '6.5', key: randomUUID() };
    const response = await player.post(path, form);
    expect(await textOf(response)).toContain('The price is $6.50 now.');
    const [item] = await forSale(actor);
    expect(item?.price).toBe(6_50);
    expect(item?.id).not.toBe(itemId);
    expect((await player.post(path, form)).status).toBe(200);
    expect(await forSale(actor)).toEqual([item]);
  });

  it.each([
    ['', 'Please enter a price.'],
    ['10000.01', 'Enter a price from $0.01 to $10,000.00.'],
    ['1.005', 'A price has at most two decimals.'],
  ])('reject the price %j in their row and keep the typed text', async (price, text) => {
    const { actor, player, itemId } = await createSeller(5_00);
    const form = { intent: 'reprice', itemId, price, key: randomUUID() };
    const response = await player.post(path, form);
    expect(response.status).toBe(400);
    expect(await response.clone().text()).toContain(`value="${price}"`);
    expect(await textOf(response)).toContain(text);
    expect(await forSale(actor)).toMatchObject([{ id: itemId, price: 5_00 }]);
  });

  it('can be removed one by one, or all at once after a confirmation', async () => {
    const { actor, player, itemId } = await createSeller(1_00, 2_00, 3_00);
    const one = await player.post(path, { intent: 'remove', itemId, key: randomUUID() });
    expect(await textOf(one)).toContain('The card is back in your inventory.');
    expect(await forSale(actor)).toHaveLength(2);

    const question = await textOf(await player.get(`${path}?remove=all`));
    expect(question).toContain('Take all 2 cards off the market?');
    const all = await player.post(path, { intent: 'remove-all', key: randomUUID() });
    const text = await textOf(all);
    expect(text).toContain('2 cards are back in your inventory.');
    expect(text).toContain('You have no cards for sale. Choose a card to sell');
    expect(await forSale(actor)).toEqual([]);
  });

  it('show an error when they were sold in the meantime, and the wallet lists the sale', async () => {
    const { actor, player, itemId } = await createSeller(5_00);
    const buyer = await createPlayer(database.db, { balance: 10_00 });
    await buyListing(createActorCtx(database.db, buyer), { itemId, key: randomUUID() });
    for (const intent of ['remove', 'reprice']) {
      const form = { intent, itemId, price: '1', key: randomUUID() };
      const response = await player.post(path, form);
      expect(response.status).toBe(409);
      expect(await textOf(response)).toContain('This item is no longer available.');
    }
    expect(await forSale(actor)).toEqual([]);
    expect(await textOf(await player.get('/profile/wallet'))).toMatch(/Sold: Crown \(Game \d+\)/);
    expect(await (await player.get('/profile/wallet.csv')).text()).toMatch(
      /"Sold: Crown \(Game \d+\)",5\.00,/,
    );
  });

  it('cannot be changed by other players, whatever ids they send', async () => {
    const { web, actor, itemId } = await createSeller(5_00, 6_00);
    const before = await forSale(actor);
    const otherPlayer = await createSignedInVisitor(web, (await createPlayer(database.db)).id);
    for (const intent of ['remove', 'reprice']) {
      const form = { intent, itemId, price: '0.01', sellerId: actor.id, key: randomUUID() };
      expect((await otherPlayer.post(path, form)).status).toBe(409);
    }
    const all = { intent: 'remove-all', sellerId: actor.id, key: randomUUID() };
    expect((await otherPlayer.post(path, all)).status).toBe(200);
    expect(await forSale(actor)).toEqual(before);
  });

  it.each<Record<string, string>>([
    { intent: 'remove', itemId: 'abc' },
    { intent: 'remove' },
    { intent: 'reprice', itemId: '../..', price: '1' },
    { intent: 'remove-all', key: 'abc' },
    { intent: 'no-such' },
  ])('answer the invalid form %j with 400', async (fields) => {
    const { actor, player } = await createSeller(5_00);
    expect((await player.post(path, { key: randomUUID(), ...fields })).status).toBe(400);
    expect(await forSale(actor)).toHaveLength(1);
  });

  it('send visitors to the login and tell guests that they cannot sell', async () => {
    const { web, player, actor } = await createLoggedInPlayer(database.db, { role: 'guest' });
    const visitor = await web.visit().get(path);
    expect(visitor.headers.get('Location')).toBe(`/login?next=${encodeURIComponent(path)}`);
    const page = await player.get(path);
    expect(await page.clone().text()).toContain('href="/register"');
    expect(await textOf(page)).toContain('Guests cannot sell cards.');
    const form = { intent: 'remove-all', key: randomUUID() };
    expect((await player.post(path, form)).status).toBe(403);
    expect(await forSale(actor)).toEqual([]);
  });
});

describe('the wallet of a buyer', () => {
  it('lists the bought card', async () => {
    const { itemId } = await createSeller(5_00);
    const buyer = await createLoggedInPlayer(database.db);
    await buyListing(buyer.ctx, { itemId, key: randomUUID() });
    const text = await textOf(await buyer.player.get('/profile/wallet'));
    expect(text).toMatch(/Bought: Crown \(Game \d+\) -\$5\.00/);
  });
});
