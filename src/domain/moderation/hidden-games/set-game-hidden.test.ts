import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#database/client.ts';
import { integer } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import {
  adminLog,
  cards,
  games,
  marketListings,
  marketOrders,
  tradeOffers,
} from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { roundsOfRun } from '#test/config/nightly.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createCardSets, createPlayer } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import {
  countDeadlocks,
  createActorCtx,
  createRandomForRaces,
  errorCodesOf,
  findMarketViolations,
  kindId,
  readBalance,
} from '#test/fixtures/market.ts';
import { createOwnGame } from '../../catalog/own-games/save-own-game.ts';
import { buyListing } from '../../market/buy-listing.ts';
import { lockTradingOf } from '../../market/orders/book-lock.ts';
import { placeOrder } from '../../market/orders/place-order.ts';
import { repriceListing } from '../../market/reprice-listing.ts';
import { sellCards } from '../../market/selling/sell-cards.ts';
import { withdrawAllListings } from '../../market/withdraw-listings.ts';
import { deliverNotifications } from '../../notifications/deliver-notifications.ts';
import { listNotifications } from '../../notifications/list-notifications.ts';
import { acceptOffer } from '../../trades/accept-offer.ts';
import { createOffer } from '../../trades/create-offer.ts';
import { suspendAccount } from '../suspension/suspend-account.ts';
import { countTradingOfGame } from './count-trading-of-game.ts';
import { setGameHidden } from './set-game-hidden.ts';

const database = useDatabase({ max: 24 });
const key = () => randomUUID();
const as = (actor: Actor) => createActorCtx(database.db, actor);

let editor: ReturnType<typeof as>;
let gameId: number;

beforeEach(async () => {
  await createCardSets(database.db);
  editor = as(await createPlayer(database.db, { furtherRoles: [catalogEditor] }));
  ({ gameId } = await createOwnGame(editor, ownGameInput.parse({ name: `Lantern ${key()}` })));
});

const order = (actor: Actor, price: number, quantity = 1) =>
  placeOrder(as(actor), { gameId, kindId, price, quantity, key: key() });
const list = (actor: Actor, price: number) =>
  sellCards(as(actor), { offers: [{ gameId, kindId, price, copies: 1 }], key: key() });
const offer = (from: Actor, to: Actor) =>
  createOffer(as(from), {
    username: to.username,
    give: [{ gameId, kindId, copies: 1 }],
    want: [],
    message: '',
    key: key(),
  });
const hide = () => setGameHidden(editor, { gameId, isHidden: true });

async function createFriends() {
  const { db } = database;
  const [one, other] = [await createPlayer(db, { balance: 50_00 }), await createPlayer(db)];
  await befriend(db, one.id, other.id);
  await createCard(db, { ownerId: one.id, gameId, kindId });
  await createCard(db, { ownerId: one.id, gameId, kindId });
  await createCard(db, { ownerId: one.id, gameId, kindId });
  return [one, other] as const;
}

const readWaiting = declareStatement<{ waiting: number }, Record<string, never>>(
  { waiting: integer },
  sql`select count(*)::integer as waiting from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`,
);

/** How many transactions wait for an advisory lock. */
const countWaiting = async (db: Database) => (await readWaiting(db, {}))[0]?.waiting;

/** What is open for cards of the game. */
async function readOpen() {
  const { db } = database;
  const isOpen = and(eq(marketOrders.gameId, gameId), eq(marketOrders.state, 'open'));
  return {
    listings: await db.$count(marketListings, eq(marketListings.gameId, gameId)),
    orders: await db.$count(marketOrders, isOpen),
    listed: await db.$count(cards, and(eq(cards.gameId, gameId), eq(cards.state, 'listed'))),
  };
}

describe('hiding a game', () => {
  it('tells everybody whose trading it ended, each what is theirs, and nobody else', async () => {
    const { db } = database;
    const [one, other] = await createFriends();
    const buyer = await createPlayer(db, { balance: 9_00 });
    const bystander = await createPlayer(db);
    await list(one, 5_00);
    await list(one, 6_00);
    await order(buyer, 3_00, 2);
    await offer(one, other);
    const [game] = await db.select({ name: games.name }).from(games).where(eq(games.id, gameId));
    const hidden = `${game?.name} was hidden, so its cards cannot be traded at the moment.`;
    const textsOf = async (actor: Actor) => {
      await deliverNotifications(as(actor));
      const { entries } = await listNotifications(as(actor), { page: 1 });
      const own = entries.filter(({ kind }) => kind === 'game-hidden');
      return own.map(({ thingName }) => thingName);
    };
    await hide();
    await hide();
    const inventory = 'Your 2 cards for sale are in your inventory again.';
    expect(await textsOf(one)).toEqual([`${hidden} ${inventory} A trade offer has ended.`]);
    expect(await textsOf(other)).toEqual([`${hidden} A trade offer has ended.`]);
    expect(await textsOf(buyer)).toEqual([`${hidden} Your order has ended, and $6.00 returned.`]);
    expect(await textsOf(bystander)).toEqual([]);
    expect(await textsOf(editor.actor as Actor)).toEqual([]);
    // No text names another player.
    expect((await textsOf(one)).join()).not.toContain(other.username);
    // Shown and hidden again without trading, there is nothing to tell.
    await setGameHidden(editor, { gameId, isHidden: false });
    await hide();
    expect(await textsOf(one)).toHaveLength(1);
  });

  it('returns the cards and the money of all its listings, orders and trade offers', async () => {
    const { db } = database;
    const [one, other] = await createFriends();
    const buyer = await createPlayer(db, { balance: 9_00 });
    await list(one, 5_00);
    await list(one, 6_00);
    const { orderId } = await order(buyer, 3_00, 2);
    const { offerId } = await offer(one, other);
    expect(await readBalance(db, buyer)).toBe(3_00);
    const trading = { listings: 2, orders: 1, offers: 1 };
    expect(await countTradingOfGame(editor, gameId)).toEqual(trading);

    expect(await hide()).toEqual(trading);
    expect(await readOpen()).toEqual({ listings: 0, orders: 0, listed: 0 });
    expect(await readBalance(db, buyer)).toBe(9_00);
    const [ended] = await db.select().from(marketOrders).where(eq(marketOrders.id, orderId));
    expect(ended?.state).toBe('cancelled');
    const [closed] = await db.select().from(tradeOffers).where(eq(tradeOffers.id, offerId));
    expect(closed?.state).toBe('ended');
    const [logged] = await db
      .select()
      .from(adminLog)
      .where(and(eq(adminLog.act, 'hide-game'), eq(adminLog.subject, String(gameId))));
    expect(logged?.details).toMatchObject(trading);
    expect(await findMarketViolations(db)).toEqual([]);
  });

  it('leaves the trading of other games as it is', async () => {
    const { db } = database;
    const [seller] = await createFriends();
    const hidden = gameId;
    ({ gameId } = await createOwnGame(editor, ownGameInput.parse({ name: `Other ${key()}` })));
    await createCard(db, { ownerId: seller.id, gameId, kindId });
    await list(seller, 5_00);
    await order(await createPlayer(db, { balance: 9_00 }), 1_00);
    await setGameHidden(editor, { gameId: hidden, isHidden: true });
    expect(await readOpen()).toEqual({ listings: 1, orders: 1, listed: 1 });
  });

  it('keeps its cards from being sold, ordered and offered until it is shown again', async () => {
    const [one, other] = await createFriends();
    await hide();
    const tries = () =>
      Promise.allSettled([list(one, 5_00), order(one, 1_00), offer(one, other)] as const);
    expect(errorCodesOf(await tries())).toEqual(['game-hidden', 'game-hidden', 'game-hidden']);
    await setGameHidden(editor, { gameId, isHidden: false });
    expect(errorCodesOf(await tries())).toEqual([]);
    expect(await findMarketViolations(database.db)).toEqual([]);
  });

  it('is for catalog editors, and also what it would end', async () => {
    const player = as(await createPlayer(database.db));
    const results = await Promise.allSettled([
      setGameHidden(player, { gameId, isHidden: true }),
      countTradingOfGame(player, gameId),
    ]);
    expect(errorCodesOf(results)).toEqual(['catalog-editors-only', 'catalog-editors-only']);
  });
});

describe('while a game is hidden', () => {
  it.each<[string, (one: Actor, other: Actor) => Promise<unknown>]>([
    ['a listing', (one) => list(one, 5_00)],
    ['an order', (one) => order(one, 1_00)],
    ['a trade offer', offer],
  ])('%s waits, and is then refused', async (_, work) => {
    const { db } = database;
    const [one, other] = await createFriends();
    const added = await db.transaction(async (tx) => {
      await lockTradingOf(tx, [gameId]);
      const result = Promise.allSettled([work(one, other)]);
      await expect.poll(() => countWaiting(db)).toBe(1);
      await tx.update(games).set({ isHidden: true }).where(eq(games.id, gameId));
      return { result };
    });
    expect(errorCodesOf(await added.result)).toEqual(['game-hidden']);
  });

  const { below, atOnce } = createRandomForRaces('hidden games');

  it('orders, listings, offers, purchases and suspensions at the same time leave nothing open', async () => {
    const { db } = database;
    const moderator = as(await createPlayer(db, { role: 'admin' }));
    const deadlocksBefore = await countDeadlocks(db);
    for (let round = 0; round < roundsOfRun(5, 15); round += 1) {
      ({ gameId } = await createOwnGame(editor, ownGameInput.parse({ name: `Race ${key()}` })));
      const [one, other] = await createFriends();
      const [two] = await createFriends();
      const buyers = [
        await createPlayer(db, { balance: 50_00 }),
        await createPlayer(db, { balance: 50_00 }),
      ];
      const { itemIds } = await list(one, 5_00);
      const [itemId = ''] = itemIds;
      await list(two, 7_00);
      const { offerId } = await offer(one, other);
      const results = await atOnce([
        hide,
        hide,
        ...buyers.map((buyer) => () => order(buyer, 1 + below(6_00), 1 + below(3))),
        () => list(one, 1 + below(6_00)),
        () => list(two, 1 + below(6_00)),
        () => offer(one, other),
        () => acceptOffer(as(other), { offerId, key: key() }),
        () => buyListing(as(buyers[0] ?? one), { itemId, key: key() }),
        () => repriceListing(as(one), { itemId, price: 4_00, key: key() }),
        () => withdrawAllListings(as(two), { key: key() }),
        ...(round % 3 === 0
          ? [
              () =>
                suspendAccount(moderator, { username: two.username, reason: 'Enough.', days: 1 }),
            ]
          : []),
      ]);
      const expected = [
        'game-hidden',
        'item-gone',
        'offer-closed',
        'offer-cards-gone',
        'card-not-held',
        'account-suspended',
      ];
      for (const code of errorCodesOf(results)) expect(expected).toContain(code);
      expect(await readOpen()).toEqual({ listings: 0, orders: 0, listed: 0 });
      expect(await findMarketViolations(db)).toEqual([]);
    }
    expect(await countDeadlocks(db)).toBe(deadlocksBefore);
  });
});
