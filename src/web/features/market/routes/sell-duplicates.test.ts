import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { marketListings } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { placeOrder } from '#domain/market/orders/place-order.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createPlayer } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import {
  createActorCtx,
  createListings,
  createTradedGame,
  findMarketViolations,
  kindId,
} from '#test/fixtures/market.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
let gameId: number;

beforeAll(async () => {
  gameId = await createTradedGame(database.db);
});
afterEach(async () => {
  expect(await findMarketViolations(database.db)).toEqual([]);
});

async function giveCards(owner: Actor, copies: number, game = gameId) {
  for (let copy = 0; copy < copies; copy += 1) {
    await createCard(database.db, { ownerId: owner.id, gameId: game, kindId });
  }
}

const forSale = ({ id }: Actor) =>
  database.db.select().from(marketListings).where(eq(marketListings.sellerId, id));

/** A player with cards of one kind. */
async function createSeller(copies: number, role?: 'guest') {
  const seller = await createLoggedInPlayer(database.db, { role });
  await giveCards(seller.actor, copies);
  return { ...seller, path: `/profile/${seller.actor.username}/inventory` };
}

describe('selling duplicates', () => {
  const fields = (game: number, price: string, copies: number) => ({
    [`price:${game}:${kindId}`]: price,
    [`copies:${game}:${kindId}`]: `${copies}`,
  });

  it('keeps one copy of each card and lists the others, skipping cards without a price', async () => {
    const other = await createTradedGame(database.db);
    const third = await createTradedGame(database.db);
    const { actor, player, path } = await createSeller(3);
    await giveCards(actor, 2, other);
    await giveCards(actor, 1, third);
    const page = await textOf(await player.get(`${path}/duplicates`));
    expect(page).toContain('3 copies, 2 copies to sell');
    expect(page).toContain('2 copies, one copy to sell');
    expect(page).toContain('You can put up 100 more cards for sale.');

    const response = await player.post(`${path}/duplicates`, {
      key: randomUUID(),
      ...fields(gameId, '2.50', 2),
      ...fields(other, '', 1),
    });
    expect(await textOf(response)).toContain('2 cards are for sale.');
    expect(await forSale(actor)).toMatchObject([
      { gameId, price: 2_50 },
      { gameId, price: 2_50 },
    ]);
  });

  it('sells nothing when one price is invalid, and shows the error', async () => {
    const other = await createTradedGame(database.db);
    const { actor, player, path } = await createSeller(2);
    await giveCards(actor, 2, other);
    const response = await player.post(`${path}/duplicates`, {
      key: randomUUID(),
      ...fields(gameId, '2.50', 1),
      ...fields(other, '0', 1),
    });
    expect(response.status).toBe(400);
    expect(await response.clone().text()).toContain('value="2.50"');
    expect(await textOf(response)).toContain('Enter a price from $0.01 to $10,000.00.');
    expect(await forSale(actor)).toEqual([]);
  });

  it.each([
    { copies: 3, status: 409 },
    { copies: 4, status: 409 },
    { copies: 0, status: 400 },
    { copies: -1, status: 400 },
    { copies: 1_000_000, status: 400 },
  ])('never sells the last copy: $copies copies of 3', async ({ copies, status }) => {
    const { actor, player, path } = await createSeller(3);
    const form = { key: randomUUID(), ...fields(gameId, '1', copies) };
    const response = await player.post(`${path}/duplicates`, form);
    expect(response.status).toBe(status);
    expect(await forSale(actor)).toEqual([]);
  });

  it('rejects more than 100 open listings in all and lists nothing', async () => {
    const other = await createTradedGame(database.db);
    const { actor, player, path } = await createSeller(60);
    await giveCards(actor, 60, other);
    const response = await player.post(`${path}/duplicates`, {
      key: randomUUID(),
      ...fields(gameId, '1', 59),
      ...fields(other, '1', 59),
    });
    expect(response.status).toBe(409);
    expect(await textOf(response)).toContain('You can have 100 cards for sale at a time.');
    expect(await forSale(actor)).toEqual([]);
  });

  it('says before what will happen, and what orders buy at once', async () => {
    const other = await createTradedGame(database.db);
    const { actor, player, path } = await createSeller(3);
    await giveCards(actor, 2, other);
    const buyer = await createPlayer(database.db, { balance: 50_00 });
    const order = { gameId: other, kindId, price: 4_00, quantity: 1, key: randomUUID() };
    await placeOrder(createActorCtx(database.db, buyer), order);
    const form = { ...fields(gameId, '2.50', 2), ...fields(other, '3.00', 1) };
    const page = `${path}/duplicates`;
    const review = await player.post(page, { key: randomUUID(), intent: 'review', ...form });
    const html = await review.clone().text();
    expect(html).toContain('name="confirmed" value="400"');
    const text = await textOf(review);
    expect(text).toContain('Sell these cards?');
    expect(text).toContain('Sells at once to an order.');
    expect(text).toContain('$8.00');
    // Without the confirmation nothing is sold.
    const asked = await textOf(await player.post(page, { key: randomUUID(), ...form }));
    expect(asked).toContain('Sell these cards?');
    expect(await forSale(actor)).toEqual([]);

    const key = randomUUID();
    const confirmed = { key, confirmed: '400', ...form };
    const done = 'One card was sold at once for $4.00.';
    expect(await textOf(await player.post(page, confirmed))).toContain(
      `2 cards are for sale. ${done}`,
    );
    // The same form again sells nothing twice.
    expect(await textOf(await player.post(page, confirmed))).toContain(done);
    expect(await forSale(actor)).toHaveLength(2);
  });

  it('names the cards that cannot be sold and sells the others', async () => {
    const [other, third] = [
      await createTradedGame(database.db),
      await createTradedGame(database.db),
    ];
    const { actor, player, path } = await createSeller(2);
    await giveCards(actor, 1, third);
    const response = await player.post(`${path}/duplicates`, {
      key: randomUUID(),
      cards: 'all',
      ...fields(gameId, '2.50', 2),
      ...fields(other, '1.00', 1),
      ...fields(third, '3.00', 1),
    });
    const text = await textOf(response);
    expect(text).toContain('3 cards are for sale.');
    expect(text).toContain('These cards are not for sale:');
    expect(text).toMatch(/Crown \(Game \d+\)\s*:\s*You have no such card to sell\./);
    expect(await forSale(actor)).toHaveLength(3);
  });

  it('shows all cards on request, with the number of copies to sell, and searches them', async () => {
    const { player, path } = await createSeller(1);
    const page = `${path}/duplicates`;
    expect(await textOf(await player.get(page))).toContain('You have no duplicates to sell.');
    expect(await textOf(await player.get(`${page}?cards=all`))).toContain('One copy');
    expect(await textOf(await player.get(`${page}?cards=all&q=crown`))).toContain('One copy');
    expect(await textOf(await player.get(`${page}?cards=all&q=zzz`))).toContain('No cards match.');
  });

  it('asks for a price when all price fields are empty', async () => {
    const { player, path } = await createSeller(2);
    const form = { key: randomUUID(), ...fields(gameId, '', 1) };
    const response = await player.post(`${path}/duplicates`, form);
    expect(response.status).toBe(400);
    expect(await textOf(response)).toContain('Please enter a price.');
  });

  it('fills in the suggested prices on request', async () => {
    const game = await createTradedGame(database.db);
    const { actor, player, path } = await createSeller(0);
    await giveCards(actor, 2, game);
    const seller = await createPlayer(database.db);
    await createListings(database.db, { seller, gameId: game, prices: [4_44] });
    const value = async (query: string) =>
      (await (await player.get(`${path}/duplicates${query}`)).text()).includes('value="4.44"');
    expect([await value(''), await value('?suggested')]).toEqual([false, true]);
  });

  it('is possible only for the owner of the inventory, and not for guests', async () => {
    const { web, path } = await createSeller(2);
    const { player } = await createSeller(0);
    expect((await player.get(`${path}/duplicates`)).headers.get('Location')).toBe(path);
    const visitor = await web.visit().get(`${path}/duplicates`);
    expect(visitor.headers.get('Location')).toContain('/login?next=');
    const guest = await createSeller(2, 'guest');
    const text = await textOf(await guest.player.get(`${guest.path}/duplicates`));
    expect(text).toContain('Guests cannot sell cards.');
    const form = { key: randomUUID(), ...fields(gameId, '1', 1) };
    expect((await guest.player.post(`${guest.path}/duplicates`, form)).status).toBe(403);
    expect(await forSale(guest.actor)).toEqual([]);
  });
});
