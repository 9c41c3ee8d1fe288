import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminLog, games, marketOrders } from '#database/schema.ts';
import type { LimitedReads, ReadParts } from '#domain/context.ts';
import { openLimitedReads } from '#server/bootstrap/open-limited-reads.ts';
import { readSiteLimits } from '#server/bootstrap/read-site-limits.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createCardSets, createGame, createPlayer } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { createActorCtx, kindId } from '#test/fixtures/market.ts';
import { createSignedInVisitor, withFreshProof } from '#test/fixtures/sign-in.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import type { Actor } from '../actor.ts';
import { actAs } from '../age-limits/limited-reads.ts';
import { buyGame } from '../game-library/buy-game.ts';
import { endOrdersBeyondLimits } from '../market/orders/end-orders.ts';
import { placeOrder } from '../market/orders/place-order.ts';
import { createOffer } from '../trades/create-offer.ts';
import { addMember, removeMember } from './change-members.ts';
import { setGameGroups } from './game-groups.ts';
import { getGroup } from './get-group.ts';
import { joinGroup } from './join-group.ts';
import { createGroup, deleteGroup } from './save-group.ts';

const database = useDatabase();
const key = () => randomUUID();

let gameId: number;
let groupId: string;
let member: Actor;
let other: Actor;
let editor: Actor;
let admin: Actor;

const as = (actor: Actor) => createActorCtx(database.db, actor);

beforeEach(async () => {
  const { db } = database;
  await createCardSets(db);
  // Those of other tests would limit readers here.
  await db.update(games).set({ isForGroups: false });
  gameId = (await createGame(db)).id;
  member = await createPlayer(db, { balance: 100_00 });
  other = await createPlayer(db, { balance: 100_00 });
  editor = await createPlayer(db, { furtherRoles: [catalogEditor] });
  admin = await withFreshProof(as(other), await createPlayer(db, { role: 'admin' }));
  groupId = await createClass();
  await addMember(as(admin), { groupId, username: member.username });
  // As the session of its next request has it.
  member = { ...member, groupIds: [groupId] };
});

async function createClass(): Promise<string> {
  const facts = { description: '', joining: 'self', membersShownTo: 'members' } as const;
  const { id } = await createGroup(as(admin), {
    name: `Class ${randomUUID().slice(0, 8)}`,
    ...facts,
  });
  return id;
}

/** A site whose readers have limits. */
async function openSite() {
  const { db } = database;
  let opened: LimitedReads | null = null;
  const web = createWeb(db, {
    limitedReads: {
      of: (actor) => opened?.of(actor) ?? ({} as ReadParts),
      unlimited: {} as ReadParts,
    },
  });
  const { clock, log, events } = web.services;
  const site = await readSiteLimits(db);
  opened = openLimitedReads({ db, clock, log, events, unlimited: web.services, site });
  const ctxOf = (actor: Actor | null) => {
    const limitedReads = opened as LimitedReads;
    return { ...web.ctx, ...limitedReads.of(actor), limitedReads, actor };
  };
  return { web, ctxOf };
}

describe('a game for the members of a group', () => {
  it('is made by editors and logged, and nobody joins the group by himself then', async () => {
    await joinGroup(as(other), { groupId });
    await removeMember(as(admin), { groupId, username: other.username });
    for (const actor of [other, await createPlayer(database.db, { role: 'moderator' })]) {
      await expect(setGameGroups(as(actor), { gameId, groupIds: [groupId] })).rejects.toMatchObject(
        { code: 'catalog-editors-only' },
      );
    }
    await expect(
      setGameGroups(as(editor), { gameId, groupIds: [groupId, randomUUID()] }),
    ).rejects.toMatchObject({ code: 'group-gone' });
    await setGameGroups(as(editor), { gameId, groupIds: [groupId] });
    await expect(joinGroup(as(other), { groupId })).rejects.toMatchObject({ code: 'group-closed' });
    const { group } = await getGroup(as(other), { id: groupId, page: 1 });
    expect([group.mayJoin, group.mayAsk]).toEqual([false, true]);
    await setGameGroups(as(editor), { gameId, groupIds: null });
    await joinGroup(as(other), { groupId });
    const entries = await database.db
      .select({ details: adminLog.details })
      .from(adminLog)
      .where(eq(adminLog.subject, String(gameId)))
      .orderBy(adminLog.id);
    expect(entries.map(({ details }) => details.groups)).toEqual([
      [expect.stringContaining('Class')],
      null,
    ]);
  });

  it('is there for members and staff alone, also on pages that visitors share', async () => {
    const { web } = await openSite();
    // Four pages of a busy machine.
    const slow = { timeout: timeLimits.effect };
    const path = `/game-info/${gameId}`;
    const visitor = web.visit();
    const [outside, inside, staff] = await Promise.all(
      [other, member, editor].map((actor) => createSignedInVisitor(web, actor.id)),
    );
    const statuses = async () => {
      const all = [visitor, outside, inside, staff];
      return Promise.all(all.map(async (browser) => (await browser?.get(path))?.status));
    };
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await setGameGroups({ ...web.ctx, actor: editor }, { gameId, groupIds: [groupId] });
    await expect.poll(statuses, slow).toEqual([404, 404, 200, 200]);
    await removeMember(as(admin), { groupId, username: member.username });
    expect(await statuses()).toEqual([404, 404, 404, 200]);
    await setGameGroups({ ...web.ctx, actor: editor }, { gameId, groupIds: null });
    await expect.poll(statuses, slow).toEqual([200, 200, 200, 200]);
  });

  it('is sold to members only', async () => {
    await setGameGroups(as(editor), { gameId, groupIds: [groupId] });
    const { ctxOf } = await openSite();
    const buy = (actor: Actor) => buyGame(ctxOf(actor), { gameId, key: key(), price: 9_99 });
    await expect(buy(other)).rejects.toMatchObject({ code: 'game-not-found' });
    await expect(buy(member)).resolves.toEqual({ gameId });
  });

  it('comes to nobody else by a trade, and the orders of who leaves the group end', async () => {
    const { db } = database;
    await befriend(db, member.id, other.id);
    await createCard(db, { ownerId: member.id, gameId, kindId });
    await setGameGroups(as(editor), { gameId, groupIds: [groupId] });
    const give = [{ gameId, kindId, copies: 1 }];
    await expect(
      createOffer(as(member), {
        username: other.username,
        give,
        want: [],
        message: '',
        key: key(),
      }),
    ).rejects.toMatchObject({ code: 'beyond-age-limit' });
    const order = { gameId, kindId, price: 2_00, quantity: 1, key: key() };
    const { orderId } = await placeOrder(as(member), order);
    expect(await endOrdersBeyondLimits(as(admin))).toBe(0);
    await removeMember(as(admin), { groupId, username: member.username });
    expect(await endOrdersBeyondLimits(as(admin))).toBe(1);
    const [ended] = await db.select().from(marketOrders).where(eq(marketOrders.id, orderId));
    expect(ended?.state).toBe('cancelled');
  });

  it('is for nobody else when its only group is deleted', async () => {
    await setGameGroups(as(editor), { gameId, groupIds: [groupId] });
    await deleteGroup(as(admin), { id: groupId });
    const { ctxOf } = await openSite();
    const seenBy = async (actor: Actor | null) =>
      ctxOf(actor).db.$count(games, eq(games.id, gameId));
    expect(await Promise.all([null, member, other, editor].map(seenBy))).toEqual([0, 0, 0, 1]);
    expect(actAs(ctxOf(editor), null).limitsKey).not.toBeNull();
  });

  it('leaves readers alone for whom every game is', async () => {
    const { ctxOf } = await openSite();
    expect(ctxOf(null).limitsKey).toBeNull();
    await setGameGroups(as(editor), { gameId, groupIds: [groupId, await createClass()] });
    const limited = await openSite();
    const keys = [null, other, member, editor].map((actor) => limited.ctxOf(actor).limitsKey);
    expect(keys).toEqual(['', '', null, null]);
  });
});
