import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { openFilteredDatabase } from '#database/filtered/open-filtered-database.ts';
import {
  games,
  marketOrders,
  notifications,
  siteSettings,
  tradeOffers,
  users,
} from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createCardSets, createGame, createPlayer } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { createActorCtx, createListings, kindId } from '#test/fixtures/market.ts';
import { createSignedInVisitor, withFreshProof } from '#test/fixtures/sign-in.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import { getAgeLimit } from '../age-limits/get-age-limit.ts';
import { requireAllowedGames } from '../age-limits/require-allowed-games.ts';
import { buyGame } from '../game-library/buy-game.ts';
import { startPlaySession } from '../gameplay/start-play-session.ts';
import { addMember, removeMember } from '../groups/change-members.ts';
import { joinGroup, leaveGroup } from '../groups/join-group.ts';
import { createGroup, deleteGroup } from '../groups/save-group.ts';
import { setGroupAgeLimit } from '../groups/set-group-age-limit.ts';
import { buyListing } from '../market/buy-listing.ts';
import { endOrdersBeyondLimits } from '../market/orders/end-orders.ts';
import { placeOrder } from '../market/orders/place-order.ts';
import { addNotification } from '../notifications/add-notification.ts';
import { deliverNotifications } from '../notifications/deliver-notifications.ts';
import { acceptOffer } from '../trades/accept-offer.ts';
import { endOffersBeyondLimits } from '../trades/close-offer.ts';
import { createOffer } from '../trades/create-offer.ts';
import { addWish } from '../wishlist/change-wishlist.ts';
import { setAgeLimit } from './set-age-limit.ts';

const database = useDatabase();
const key = () => randomUUID();

let gameId: number;
let young: Actor;
let other: Actor;
let admin: Actor;

const as = (actor: Actor) => createActorCtx(database.db, actor);
/** What a request of the account reads with a limit. */
const limited = (actor: Actor, ageLimit = 12) => ({
  ...as(actor),
  db: openFilteredDatabase(database.db, { ageLimit }),
  limitsKey: String(ageLimit),
});
const rate = (minimumAge: number) =>
  database.db.update(games).set({ minimumAge }).where(eq(games.id, gameId));
const limit = (actor: Actor, ageLimit: number | null) =>
  database.db.update(users).set({ ageLimit }).where(eq(users.id, actor.id));

beforeEach(async () => {
  const { db } = database;
  await createCardSets(db);
  gameId = (await createGame(db)).id;
  young = await createPlayer(db, { balance: 100_00 });
  other = await createPlayer(db, { balance: 100_00 });
  admin = await withFreshProof(as(young), await createPlayer(db, { role: 'admin' }));
  await befriend(db, young.id, other.id);
  await createCard(db, { ownerId: young.id, gameId, kindId });
  await createCard(db, { ownerId: other.id, gameId, kindId });
});

const offer = (from: Actor, to: Actor) =>
  createOffer(as(from), {
    username: to.username,
    give: [{ gameId, kindId, copies: 1 }],
    want: [],
    message: '',
    key: key(),
  });

describe('for an account with a limit, a game for older players', () => {
  beforeEach(async () => {
    await rate(16);
  });

  it('cannot be bought, played, wished for or ordered', async () => {
    const ctx = limited(young);
    await expect(buyGame(ctx, { gameId, key: key(), price: 9_99 })).rejects.toMatchObject({
      code: 'game-not-found',
    });
    await expect(startPlaySession(ctx, { gameId })).rejects.toMatchObject({
      code: expect.stringMatching(/game-not/),
    });
    await expect(addWish(ctx, { gameId, kindId })).rejects.toMatchObject({
      code: 'card-not-found',
    });
    await expect(
      placeOrder(ctx, { gameId, kindId, price: 1_00, quantity: 1, key: key() }),
    ).rejects.toMatchObject({ code: expect.any(String) });
  });

  it('has no listing to buy', async () => {
    const [itemId = ''] = await createListings(database.db, {
      seller: other,
      gameId,
      prices: [1_00],
    });
    await expect(buyListing(limited(young), { itemId, key: key() })).rejects.toMatchObject({
      code: expect.stringMatching(/gone|not-found|sold/),
    });
    await expect(buyListing(limited(young, 16), { itemId, key: key() })).resolves.toBeDefined();
  });

  it('can be bought by an account whose limit allows it', async () => {
    await expect(buyGame(limited(young, 16), { gameId, key: key(), price: 9_99 })).resolves.toEqual(
      {
        gameId,
      },
    );
  });

  it('comes to it by no trade of somebody else', async () => {
    await limit(young, 12);
    await expect(offer(other, young)).rejects.toMatchObject({ code: 'beyond-age-limit' });
  });

  it('is in no notification to it', async () => {
    await limit(young, 12);
    const ctx = as(other);
    for (const { id: userId } of [young, other]) {
      await database.db.transaction((tx) =>
        addNotification(ctx, tx, {
          userId,
          kind: 'item-sold',
          actorId: admin.id,
          thing: `${gameId}:${kindId}`,
        }),
      );
    }
    await deliverNotifications(ctx);
    const rows = await database.db.select({ userId: notifications.userId }).from(notifications);
    expect(rows.filter(({ userId }) => [young.id, other.id].includes(userId))).toEqual([
      { userId: other.id },
    ]);
  });
});

describe('when a limit or an age is set afterwards', () => {
  const stateOfOrder = async (id: string) => {
    const [order] = await database.db.select().from(marketOrders).where(eq(marketOrders.id, id));
    return order?.state;
  };
  const stateOfOffer = async (id: string) => {
    const [row] = await database.db.select().from(tradeOffers).where(eq(tradeOffers.id, id));
    return row?.state;
  };

  it('orders end, and their money returns', async () => {
    const place = (actor: Actor) =>
      placeOrder(as(actor), { gameId, kindId, price: 2_00, quantity: 3, key: key() });
    const [mine, others] = [await place(young), await place(other)];
    await limit(young, 12);
    await rate(16);
    expect(await endOrdersBeyondLimits(as(admin))).toBe(1);
    expect(await stateOfOrder(mine.orderId)).toBe('cancelled');
    expect(await stateOfOrder(others.orderId)).toBe('open');
  });

  it('trade offers end, and none can be accepted before', async () => {
    const { offerId } = await offer(other, young);
    const { offerId: second } = await offer(young, other);
    await limit(young, 12);
    await rate(16);
    await expect(acceptOffer(as(other), { offerId: second, key: key() })).rejects.toMatchObject({
      code: 'beyond-age-limit',
    });
    expect(await endOffersBeyondLimits(as(admin))).toBe(2);
    expect([await stateOfOffer(offerId), await stateOfOffer(second)]).toEqual(['ended', 'ended']);
  });

  it('the limit of the site counts for accounts without their own', async () => {
    const { offerId } = await offer(other, young);
    await rate(16);
    await limit(other, 18);
    await database.db
      .insert(siteSettings)
      .values({ key: 'ageLimits', value: { visitors: null, guests: null, players: 12 } });
    expect(await endOffersBeyondLimits(as(admin))).toBe(1);
    expect(await stateOfOffer(offerId)).toBe('ended');
    await database.db.delete(siteSettings);
  });
});

describe('the limit of an account', () => {
  it('is set by admins with a fresh proof, and logged', async () => {
    await setAgeLimit(as(admin), { username: young.username, ageLimit: 12 });
    const [account] = await database.db.select().from(users).where(eq(users.id, young.id));
    expect(account?.ageLimit).toBe(12);
    for (const actor of [other, await createPlayer(database.db, { role: 'moderator' })]) {
      await expect(
        setAgeLimit(as(actor), { username: young.username, ageLimit: null }),
      ).rejects.toMatchObject({ code: 'admins-only' });
    }
    const unproven = await createPlayer(database.db, { role: 'admin' });
    await expect(
      setAgeLimit(as(unproven), { username: young.username, ageLimit: null }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/proof|login/) });
  });

  it('is the lowest of its own and of its groups, which it does not leave by itself', async () => {
    const { db } = database;
    const proven = as(admin);
    const facts = { description: '', joining: 'self', membersShownTo: 'members' } as const;
    const { id } = await createGroup(proven, {
      name: `Class ${randomUUID().slice(0, 8)}`,
      ...facts,
    });
    await addMember(proven, { groupId: id, username: young.username });
    await setGroupAgeLimit(proven, { id, ageLimit: 12 });
    await rate(16);
    const isBeyond = () =>
      requireAllowedGames(db, { userIds: [young.id], gameIds: [gameId] }).then(
        () => false,
        () => true,
      );
    expect(await isBeyond()).toBe(true);
    await limit(young, 18);
    expect(await isBeyond()).toBe(true);
    const web = createWeb(db);
    const visitor = await createSignedInVisitor(web, young.id);
    expect((await visitor.get(`/groups/${id}`)).status).toBe(200);
    await expect(leaveGroup(as(young), { groupId: id })).rejects.toMatchObject({
      code: 'group-limits',
    });
    await expect(joinGroup(as(other), { groupId: id })).rejects.toMatchObject({
      code: 'group-closed',
    });
    // Who manages groups may be a member: only an admin ends the limit.
    const manager = { ...as(young), actor: { ...young, rights: ['manage-groups' as const] } };
    for (const end of [
      () => removeMember(manager, { groupId: id, username: young.username }),
      () => deleteGroup(manager, { id }),
    ]) {
      await expect(end()).rejects.toMatchObject({ code: 'right-lacking' });
    }
    await removeMember(proven, { groupId: id, username: young.username });
    expect(await isBeyond()).toBe(false);
    await expect(setGroupAgeLimit(as(other), { id, ageLimit: null })).rejects.toMatchObject({
      code: 'admins-only',
    });
  });

  it('comes before that of the site, and staff has none', () => {
    const limits = { visitors: 6, guests: 8, players: 16 };
    const account = { role: 'player', rights: [], ageLimit: null } as const;
    const limitOf = (more: Partial<Actor>) => getAgeLimit({ ...account, ...more } as Actor, limits);
    expect([
      getAgeLimit(null, limits),
      limitOf({ role: 'guest' }),
      limitOf({}),
      limitOf({ ageLimit: 12 }),
      limitOf({ ageLimit: 18 }),
      limitOf({ role: 'moderator', ageLimit: 12 }),
      limitOf({ rights: ['edit-catalog'] }),
    ]).toEqual([6, 8, 16, 12, 18, null, null]);
  });
});
