import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cards, marketListings, users } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createPlayer } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import {
  createListings,
  createTradedGame,
  findMarketViolations,
  kindId,
} from '#test/fixtures/market.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
let gameId: number;

beforeAll(async () => {
  gameId = await createTradedGame(database.db);
});
afterEach(async () => {
  expect(await findMarketViolations(database.db)).toEqual([]);
});

async function giveCards(
  owner: Actor,
  copies: number,
  values: { gameId?: number; at?: Date } = {},
) {
  for (let copy = 0; copy < copies; copy += 1) {
    const card = { ownerId: owner.id, gameId: values.gameId ?? gameId, kindId };
    await createCard(database.db, { ...card, createdAt: values.at });
  }
}

const forSale = ({ id }: Actor) =>
  database.db.select().from(marketListings).where(eq(marketListings.sellerId, id));

/** A player with cards, and a function that sends the sell form of the inventory. */
async function createSeller(copies: number, role?: 'guest') {
  const seller = await createLoggedInPlayer(database.db, { role });
  await giveCards(seller.actor, copies);
  const path = `/profile/${seller.actor.username}/inventory`;
  const sell = (fields: Record<string, string> = {}) =>
    seller.player.post(path, {
      key: randomUUID(),
      gameId: `${gameId}`,
      kindId,
      price: '5.00',
      ...fields,
    });
  return { ...seller, path, sell };
}

describe('selling from the inventory', () => {
  it('is offered only in the reader’s own inventory', async () => {
    const { web, actor, player, path } = await createSeller(2);
    const own = await textOf(await player.get(path));
    expect(own).toContain('You keep one copy.');
    expect(own).toContain('Sell duplicates');
    const other = await createPlayer(database.db);
    for (const reader of [web.visit(), await createSignedInVisitor(web, other.id)]) {
      const html = await (await reader.get(path)).text();
      expect(html).not.toContain('name="price"');
      expect(html).not.toContain('Sell');
    }
    expect(await forSale(actor)).toEqual([]);
  });

  it('lists the card, shows the price, and lists once for a form that is sent twice', async () => {
    const { actor, player, sell, path } = await createSeller(2);
    const key = /name="key" value="([^"]+)"/.exec(await (await player.get(path)).text())?.[1];
    for (const _ of [1, 2]) {
      const response = await sell({ key: key ?? '', price: '5,5' });
      expect(response.status).toBe(200);
      const text = await textOf(response);
      expect(text).toContain('Your card is for sale for $5.50.');
      expect(text).toContain('This is your last copy.');
    }
    expect(await forSale(actor)).toMatchObject([{ price: 5_50 }]);
  });

  it.each([
    ['', 'Please enter a price.'],
    ['  ', 'Please enter a price.'],
    ['0', 'Enter a price from $0.01 to $10,000.00.'],
    ['10000.01', 'Enter a price from $0.01 to $10,000.00.'],
    ['-5', 'Enter a price from $0.01 to $10,000.00.'],
    ['1e2', 'Write a price such as 1.50.'],
    ['1,000', '“1,000” can mean two prices.'],
    ['1.234', 'A price has at most two decimals.'],
  ])('rejects the price %j and keeps the typed text', async (price, text) => {
    const { actor, sell } = await createSeller(1);
    const response = await sell({ price });
    expect(response.status).toBe(400);
    expect(await response.clone().text()).toContain(`value="${price}"`);
    expect(await textOf(response)).toContain(text);
    expect(await forSale(actor)).toEqual([]);
  });

  it('asks for a price when the form has no price field', async () => {
    const { player, path } = await createSeller(1);
    const form = { key: randomUUID(), gameId: `${gameId}`, kindId };
    const response = await player.post(path, form);
    expect(response.status).toBe(400);
    expect(await textOf(response)).toContain('Please enter a price.');
  });

  it('shows the cheapest listing of the same card, and the fee', async () => {
    const rare = await createTradedGame(database.db);
    const web = createWeb(database.db);
    web.services.rules.marketFeePercent = 5;
    const actor = await createPlayer(database.db);
    await giveCards(actor, 1, { gameId: rare });
    await createListings(database.db, {
      seller: await createPlayer(database.db),
      gameId: rare,
      prices: [9_00, 3_33],
    });
    const player = await createSignedInVisitor(web, actor.id);
    const text = await textOf(await player.get(`/profile/${actor.username}/inventory`));
    expect(text).toContain('Cheapest now $3.33');
    expect(text).toContain('less a fee of 5%');
  });

  it('sends visitors to the login and offers guests registration', async () => {
    const { web, actor, player, path, sell } = await createSeller(1, 'guest');
    const form = { key: randomUUID(), gameId: `${gameId}`, kindId, price: '1' };
    const visitor = await web.visit().post(path, form);
    expect(visitor.headers.get('Location')).toBe(`/login?next=${encodeURIComponent(path)}`);
    const page = await player.get(path);
    const html = await page.clone().text();
    expect(await textOf(page)).toContain('Guests cannot sell cards. Register to keep');
    expect(html).not.toContain('name="price"');
    expect(html).toContain('href="/register"');
    const response = await sell();
    expect(response.status).toBe(403);
    expect(await forSale(actor)).toEqual([]);
  });

  it('asks for a confirmed email address first when the server can send mail', async () => {
    const mailer = { canDeliver: true, async send() {} };
    const web = createWeb(database.db, { accounts: { mailer } });
    const actor = await createPlayer(database.db);
    await giveCards(actor, 1);
    await database.db.update(users).set({ emailVerified: false }).where(eq(users.id, actor.id));
    const player = await createSignedInVisitor(web, actor.id);
    const path = `/profile/${actor.username}/inventory`;
    expect(await textOf(await player.get(path))).toContain('Confirm your email address first.');
    const form = { key: randomUUID(), gameId: `${gameId}`, kindId, price: '1' };
    const response = await player.post(path, form);
    expect(response.status).toBe(403);
    expect(await forSale(actor)).toEqual([]);
  });

  it('shows new players their resting cards and their first-day limit', async () => {
    const registeredAt = new Date('2026-03-14T11:00:00Z');
    const { actor, player, path, sell } = await createSeller(0);
    await database.db.update(users).set({ registeredAt }).where(eq(users.id, actor.id));
    await giveCards(actor, 2, { at: new Date('2026-03-14T10:00:00Z') });
    const text = await textOf(await player.get(path));
    expect(text).toContain('These cards came to you as a guest and can be sold from Mar 15, 2026');
    const response = await sell();
    expect(response.status).toBe(409);
    expect(await forSale(actor)).toEqual([]);

    await giveCards(actor, 1, { at: new Date('2026-03-14T11:30:00Z') });
    const later = await textOf(await player.get(path));
    expect(later).toContain('2 of these copies came to you as a guest');
    expect(later).toContain('In your first 24 hours sales are limited: $100.00 until Mar 15');
    expect((await sell()).status).toBe(200);
  });

  it('shows the limit of 100 listings before and after sending', async () => {
    const { actor, player, path, sell } = await createSeller(1);
    await createListings(database.db, { seller: actor, gameId, prices: Array(100).fill(1_00) });
    const page = await textOf(await player.get(path));
    expect(page).toContain('You can have 100 cards for sale at a time.');
    const response = await sell();
    expect(response.status).toBe(409);
    expect(await forSale(actor)).toHaveLength(100);
  });

  it.each<Record<string, string>>([
    { gameId: '1' },
    { kindId: 'default-dragon' },
    { kindId: "'; drop table cards; --" },
  ])('answers 409 for a card that the player does not hold: %j', async (fields) => {
    const { actor, sell } = await createSeller(1);
    expect((await sell(fields)).status).toBe(409);
    expect(await forSale(actor)).toEqual([]);
  });

  it.each<Record<string, string>>([
    { gameId: 'abc' },
    { gameId: '99999999999' },
    { kindId: '' },
    { key: 'abc' },
  ])('answers the invalid form %j with 400', async (fields) => {
    const { actor, sell } = await createSeller(1);
    expect((await sell(fields)).status).toBe(400);
    expect(await forSale(actor)).toEqual([]);
  });

  it('never sells a card of another player, whatever the URL and the form name', async () => {
    const { actor, path } = await createSeller(1);
    const otherPlayer = await createSeller(0);
    const form = { key: randomUUID(), gameId: `${gameId}`, kindId, price: '1' };
    const forged = { ownerId: actor.id, username: actor.username, sellerId: actor.id };
    expect((await otherPlayer.player.post(path, { ...form, ...forged })).status).toBe(409);
    expect(await forSale(actor)).toEqual([]);
    const [card] = await database.db.select().from(cards).where(eq(cards.ownerId, actor.id));
    expect(card?.state).toBe('held');
  });
});
