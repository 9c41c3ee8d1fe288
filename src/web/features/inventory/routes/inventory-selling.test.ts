import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cards, marketItems, users } from '#database/schema.ts';
import type { Actor } from '#domain/base-context.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createPlayer } from '#test/fixtures/factories.ts';
import { createListings, createTradedGame, kindId, marketFaults } from '#test/fixtures/market.ts';
import { playerScene } from '#test/fixtures/player.ts';
import { signedIn } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web.ts';

const database = useDatabase();
let gameId: number;

beforeAll(async () => {
  gameId = await createTradedGame(database.db);
});
afterEach(async () => {
  expect(await marketFaults(database.db)).toEqual([]);
});

async function give(owner: Actor, copies: number, values: { gameId?: number; at?: Date } = {}) {
  for (let copy = 0; copy < copies; copy += 1) {
    const card = { ownerId: owner.id, gameId: values.gameId ?? gameId, kindId };
    await createCard(database.db, { ...card, createdAt: values.at });
  }
}

const forSale = ({ id }: Actor) =>
  database.db.select().from(marketItems).where(eq(marketItems.sellerId, id));

/** A player with cards, and the sell form as its inventory shows it. */
async function sellerScene(copies: number, role?: 'guest') {
  const scene = await playerScene(database.db, { role });
  await give(scene.actor, copies);
  const path = `/profile/${scene.actor.username}/inventory`;
  const sell = (fields: Record<string, string> = {}) =>
    scene.player.post(path, {
      key: randomUUID(),
      gameId: `${gameId}`,
      kindId,
      price: '5.00',
      ...fields,
    });
  return { ...scene, path, sell };
}

describe('selling from the inventory', () => {
  it('offers it on one’s own alone', async () => {
    const { web, actor, player, path } = await sellerScene(2);
    const own = await textOf(await player.get(path));
    expect(own).toContain('You keep one copy.');
    expect(own).toContain('Sell duplicates');
    const other = await createPlayer(database.db);
    for (const reader of [web.visit(), await signedIn(web, other.id)]) {
      const html = await (await reader.get(path)).text();
      expect(html).not.toContain('name="price"');
      expect(html).not.toContain('Sell');
    }
    expect(await forSale(actor)).toEqual([]);
  });

  it('lists the card, tells for how much, and sells once for a form sent twice', async () => {
    const { actor, player, sell, path } = await sellerScene(2);
    const key = /name="key" value="([^"]+)"/.exec(await (await player.get(path)).text())?.[1];
    for (const _ of [1, 2]) {
      const response = await sell({ key: key ?? '', price: '5.5' });
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
    ['1e2', 'Enter a price from $0.01 to $10,000.00.'],
    ['1.234', 'A price has at most two decimals.'],
  ])('refuses the price %j and keeps what was typed', async (price, text) => {
    const { actor, sell } = await sellerScene(1);
    const response = await sell({ price });
    expect(response.status).toBe(400);
    expect(await response.clone().text()).toContain(`value="${price}"`);
    expect(await textOf(response)).toContain(text);
    expect(await forSale(actor)).toEqual([]);
  });

  it('asks for a price where none is sent at all', async () => {
    const { player, path } = await sellerScene(1);
    const form = { key: randomUUID(), gameId: `${gameId}`, kindId };
    const response = await player.post(path, form);
    expect(response.status).toBe(400);
    expect(await textOf(response)).toContain('Please enter a price.');
  });

  it('shows the cheapest listing of the same card, and what a fee leaves', async () => {
    const rare = await createTradedGame(database.db);
    const web = createWeb(database.db);
    web.services.rules.marketFeePercent = 5;
    const actor = await createPlayer(database.db);
    await give(actor, 1, { gameId: rare });
    await createListings(database.db, {
      seller: await createPlayer(database.db),
      gameId: rare,
      prices: [9_00, 3_33],
    });
    const player = await signedIn(web, actor.id);
    const text = await textOf(await player.get(`/profile/${actor.username}/inventory`));
    expect(text).toContain('Cheapest now $3.33');
    expect(text).toContain('less a fee of 5%');
  });

  it('sends visitors to the login, and tells guests why not, with the way to register', async () => {
    const { web, actor, player, path, sell } = await sellerScene(1, 'guest');
    const form = { key: randomUUID(), gameId: `${gameId}`, kindId, price: '1' };
    const visitor = await web.visit().post(path, form);
    expect(visitor.headers.get('Location')).toBe(`/login?next=${encodeURIComponent(path)}`);
    const page = await player.get(path);
    const html = await page.clone().text();
    expect(await textOf(page)).toContain('Guests cannot sell cards. Register to keep');
    expect(html).not.toContain('name="price"');
    expect(html).toContain('href="/register"');
    const refused = await sell();
    expect(refused.status).toBe(403);
    expect(await forSale(actor)).toEqual([]);
  });

  it('tells who has to confirm an address first, where mail can be sent', async () => {
    const mailer = { delivers: true, async send() {} };
    const web = createWeb(database.db, { mailer });
    const actor = await createPlayer(database.db);
    await give(actor, 1);
    await database.db.update(users).set({ emailVerified: false }).where(eq(users.id, actor.id));
    const player = await signedIn(web, actor.id);
    const path = `/profile/${actor.username}/inventory`;
    expect(await textOf(await player.get(path))).toContain('Confirm your email address first.');
    const form = { key: randomUUID(), gameId: `${gameId}`, kindId, price: '1' };
    const refused = await player.post(path, form);
    expect(refused.status).toBe(403);
    expect(await forSale(actor)).toEqual([]);
  });

  it('tells who is new here what rests and what may be sold', async () => {
    const registeredAt = new Date('2026-03-14T11:00:00Z');
    const { actor, player, path, sell } = await sellerScene(0);
    await database.db.update(users).set({ registeredAt }).where(eq(users.id, actor.id));
    await give(actor, 2, { at: new Date('2026-03-14T10:00:00Z') });
    const text = await textOf(await player.get(path));
    expect(text).toContain('These cards came to you as a guest and can be sold from Mar 15, 2026');
    const refused = await sell();
    expect(refused.status).toBe(409);
    expect(await forSale(actor)).toEqual([]);

    await give(actor, 1, { at: new Date('2026-03-14T11:30:00Z') });
    const later = await textOf(await player.get(path));
    expect(later).toContain('2 of these copies came to you as a guest');
    expect(later).toContain('In your first 24 hours sales are limited: $100.00 until Mar 15');
    expect((await sell()).status).toBe(200);
  });

  it('tells who has 100 cards for sale, before and after sending', async () => {
    const { actor, player, path, sell } = await sellerScene(1);
    await createListings(database.db, { seller: actor, gameId, prices: Array(100).fill(1_00) });
    const page = await textOf(await player.get(path));
    expect(page).toContain('You can have 100 cards for sale at a time.');
    const refused = await sell();
    expect(refused.status).toBe(409);
    expect(await forSale(actor)).toHaveLength(100);
  });

  it.each<Record<string, string>>([
    { gameId: '1' },
    { kindId: 'default-dragon' },
    { kindId: "'; drop table cards; --" },
  ])('says that there is no such card for %j', async (fields) => {
    const { actor, sell } = await sellerScene(1);
    expect((await sell(fields)).status).toBe(409);
    expect(await forSale(actor)).toEqual([]);
  });

  it.each<Record<string, string>>([
    { gameId: 'abc' },
    { gameId: '99999999999' },
    { kindId: '' },
    { key: 'abc' },
  ])('takes the form %j calmly', async (fields) => {
    const { actor, sell } = await sellerScene(1);
    expect((await sell(fields)).status).toBe(400);
    expect(await forSale(actor)).toEqual([]);
  });

  it('sells nobody’s card but the sender’s, whatever the address and the form say', async () => {
    const { actor, path } = await sellerScene(1);
    const thief = await sellerScene(0);
    const form = { key: randomUUID(), gameId: `${gameId}`, kindId, price: '1' };
    const forged = { ownerId: actor.id, username: actor.username, sellerId: actor.id };
    expect((await thief.player.post(path, { ...form, ...forged })).status).toBe(409);
    expect(await forSale(actor)).toEqual([]);
    const [card] = await database.db.select().from(cards).where(eq(cards.ownerId, actor.id));
    expect(card?.state).toBe('held');
  });
});
