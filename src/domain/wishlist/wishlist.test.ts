import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { pendingPriceChecks, wishlistItems } from '#database/schema.ts';
import { wishlistConstants } from '#shared/constants/wishlist.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCard,
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import { readNotifications } from '#test/fixtures/read-notifications.ts';
import type { Actor } from '../actor.ts';
import { blockPerson } from '../friends/blocks/block-person.ts';
import { buyListing } from '../market/buy-listing.ts';
import { repriceListing } from '../market/reprice-listing.ts';
import { sellCards } from '../market/selling/sell-cards.ts';
import { withdrawListing } from '../market/withdraw-listings.ts';
import { addWish, removeWish } from './change-wishlist.ts';
import { getWish, listWishes } from './list-wishes.ts';
import { sendPriceAlerts } from './send-price-alerts.ts';

const database = useDatabase();
const kindId = 'default-crown';
const as = (actor: Actor | null) => createTestCtx(database.db, { actor });

beforeAll(() => createCardSets(database.db));

async function list(seller: Actor, gameId: number, price: number): Promise<string> {
  await createCard(database.db, { ownerId: seller.id, gameId, kindId });
  const offers = [{ gameId, kindId, price, copies: 1 }];
  return (await sellCards(as(seller), { offers, key: randomUUID() })).itemIds[0] ?? '';
}

async function countAlerts({ id }: Actor): Promise<number> {
  return (await readNotifications(database.db)).filter(({ userId }) => userId === id).length;
}

describe('the wishlist', () => {
  it('has cards with the lowest price of other players, and may be changed', async () => {
    const { db } = database;
    const [player, seller] = [await createPlayer(db), await createPlayer(db)];
    const { id: gameId } = await createGame(db, { name: 'Castles' });
    await list(seller, gameId, 5_00);
    await list(player, gameId, 1_00);
    const ctx = as(player);
    await addWish(ctx, { gameId, kindId });
    await addWish(ctx, { gameId, kindId, alertPrice: 4_00 });
    await addWish(ctx, { gameId, kindId });
    expect(await listWishes(ctx, { page: 1 })).toMatchObject({
      items: [{ gameName: 'Castles', name: 'Crown', alertPrice: 4_00, cheapest: 5_00 }],
      total: 1,
      pages: 1,
    });
    expect(await getWish(ctx, { gameId, kindId })).toEqual({ alertPrice: 4_00 });
    expect(await getWish(as(seller), { gameId, kindId })).toBeNull();
    await removeWish(ctx, { gameId, kindId });
    expect((await listWishes(ctx, { page: 1 })).total).toBe(0);
  });

  it('takes only cards that exist, from players who are logged in, up to its limit', async () => {
    const { db } = database;
    const player = await createPlayer(db);
    const { id: gameId } = await createGame(db);
    const add = (ctx: ReturnType<typeof as>, game: number, kind: string) =>
      addWish(ctx, { gameId: game, kindId: kind });
    await expect(add(as(null), gameId, kindId)).rejects.toThrow(/log/i);
    await expect(add(as(player), gameId, 'no-such')).rejects.toMatchObject({
      code: 'card-not-found',
    });
    await expect(add(as(player), 999_999, kindId)).rejects.toMatchObject({
      code: 'card-not-found',
    });
    const { id: ownSet } = await createGame(db, { id: 4_291 });
    await add(as(player), ownSet, 'csgo-all-five');
    for (const [game, kind] of [[ownSet, kindId] as const, [gameId, 'csgo-all-five'] as const])
      await expect(add(as(player), game, kind)).rejects.toMatchObject({ code: 'card-not-found' });
    await removeWish(as(player), { gameId: ownSet, kindId: 'csgo-all-five' });
    const addedAt = new Date();
    await db.insert(wishlistItems).values(
      Array.from({ length: wishlistConstants.itemsMax }, (_, index) => ({
        userId: player.id,
        gameId: index + 1,
        kindId: 'default-cat',
        addedAt,
      })),
    );
    await expect(add(as(player), gameId, kindId)).rejects.toMatchObject({ code: 'wishlist-limit' });
  });
});

describe('a price alert', () => {
  it('is sent once when the price is reached, and again after the price rose', async () => {
    const { db } = database;
    const [player, seller] = [await createPlayer(db), await createPlayer(db)];
    const { id: gameId } = await createGame(db, { name: 'Castles' });
    await addWish(as(player), { gameId, kindId, alertPrice: 2_00 });
    await list(player, gameId, 1_00);
    await list(seller, gameId, 2_01);
    expect(await sendPriceAlerts(as(null))).toBe(0);
    const cheap = await list(seller, gameId, 2_00);
    await Promise.all([sendPriceAlerts(as(null)), sendPriceAlerts(as(null))]);
    expect(await countAlerts(player)).toBe(1);
    const cheaper = await list(seller, gameId, 1_50);
    expect(await sendPriceAlerts(as(null))).toBe(0);
    for (const itemId of [cheap, cheaper]) {
      await withdrawListing(as(seller), { itemId, key: randomUUID() });
    }
    expect(await sendPriceAlerts(as(null))).toBe(0);
    await list(seller, gameId, 1_90);
    expect(await sendPriceAlerts(as(null))).toBe(1);
  });

  it('is checked when it is set and when a listing of its card changes, and not before', async () => {
    const { db } = database;
    const [player, seller] = [await createPlayer(db), await createPlayer(db)];
    const { id: gameId } = await createGame(db);
    const first = await list(seller, gameId, 3_00);
    expect(await db.$count(pendingPriceChecks)).toBe(0);
    await addWish(as(player), { gameId, kindId, alertPrice: 3_00 });
    expect(await sendPriceAlerts(as(null))).toBe(1);
    await addWish(as(player), { gameId, kindId, alertPrice: 2_00 });
    await sendPriceAlerts(as(null));
    expect(await db.$count(pendingPriceChecks)).toBe(0);

    const reprice = async (itemId: string, price: number) =>
      (await repriceListing(as(seller), { itemId, price, key: randomUUID() })).itemId;
    const second = await reprice(first, 1_50);
    expect(await db.delete(pendingPriceChecks).returning()).toMatchObject([{ gameId, kindId }]);
    expect(await sendPriceAlerts(as(null))).toBe(0);
    const itemId = await reprice(second, 1_40);
    expect(await sendPriceAlerts(as(null))).toBe(1);

    await buyListing(as(await createPlayer(db, { balance: 5_00 })), { itemId, key: randomUUID() });
    expect(await db.select().from(pendingPriceChecks)).toMatchObject([{ gameId, kindId }]);
    await sendPriceAlerts(as(null));
    const wishes = await db.select().from(wishlistItems).where(eq(wishlistItems.userId, player.id));
    expect(wishes).toMatchObject([{ alertedPrice: null }]);
  });

  it('checks a card that many wish for in parts, with other cards in between', async () => {
    const { db } = database;
    const [seller, other] = [await createPlayer(db), await createPlayer(db)];
    const fans: Actor[] = [];
    for (let fan = 0; fan < 11; fan += 1) fans.push(await createPlayer(db));
    const [{ id: popular }, { id: rare }] = [await createGame(db), await createGame(db)];
    for (const [place, fan] of fans.entries())
      await addWish(as(fan), { gameId: popular, kindId, alertPrice: 2_00 + (place % 3) });
    await addWish(as(other), { gameId: rare, kindId, alertPrice: 2_00 });
    await sendPriceAlerts(as(null));
    const first = await list(seller, popular, 2_00);
    const cheaper = await list(seller, popular, 1_00);
    await list(seller, rare, 2_00);

    const send = (statements: number) =>
      sendPriceAlerts(as(null), {
        ...wishlistConstants.priceChecks,
        cards: 1,
        wishes: 3,
        statements,
      });
    expect(await send(1)).toBe(3);
    // A change during the check waits for its end.
    await withdrawListing(as(seller), { itemId: cheaper, key: randomUUID() });
    expect(await send(1)).toBe(1);
    expect(await countAlerts(other)).toBe(1);
    expect(await send(2)).toBe(6);
    expect(await send(100)).toBe(2);
    for (const fan of fans) expect(await countAlerts(fan)).toBe(1);
    expect(await db.$count(pendingPriceChecks)).toBe(0);

    await withdrawListing(as(seller), { itemId: first, key: randomUUID() });
    expect(await send(2)).toBe(0);
    const isAlerted = and(eq(wishlistItems.gameId, popular), isNotNull(wishlistItems.alertedPrice));
    expect(await db.$count(wishlistItems, isAlerted)).toBe(5);
    await list(seller, popular, 2_00);
    // The check of the withdrawal goes on, and the one of the new listing follows.
    await send(100);
    expect(await db.$count(wishlistItems, isAlerted)).toBe(11);
    expect(await db.$count(pendingPriceChecks)).toBe(0);
  });

  it.each(['player', 'seller'])('leaves out listings across a block of the %s', async (blocker) => {
    const { db } = database;
    const [player, seller, other] = [
      await createPlayer(db),
      await createPlayer(db),
      await createPlayer(db),
    ];
    const { id: gameId } = await createGame(db);
    await addWish(as(player), { gameId, kindId, alertPrice: 2_00 });
    const [from, to] = blocker === 'player' ? [player, seller] : [seller, player];
    await blockPerson(as(from), to);
    await list(seller, gameId, 1_00);
    expect(await sendPriceAlerts(as(null))).toBe(0);
    await list(other, gameId, 2_00);
    expect(await sendPriceAlerts(as(null))).toBe(1);
    const actors = (await readNotifications(db)).filter(({ userId }) => userId === player.id);
    expect(actors).toMatchObject([{ actorId: other.id }]);
  });
});
