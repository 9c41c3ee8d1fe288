import { eq, sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '#database/client.ts';
import { integer } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { conversations, friendRequests, notifications, users } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { befriend, unfriend } from '#test/fixtures/friends.ts';
import { getUnreadCounts } from './get-unread-counts.ts';

const database = useDatabase();
const at = new Date('2026-03-14T12:00:00Z');

const unreadOf = (userId: string) => getUnreadCounts(createTestCtx(database.db), userId);

async function three() {
  const players = [];
  for (let count = 0; count < 3; count += 1) players.push(await createPlayer(database.db));
  players.sort((a, b) => (a.id < b.id ? -1 : 1));
  const [low, middle, high] = players;
  if (!low || !middle || !high) throw new Error('Three were made.');
  return { low, middle, high };
}

test('an account without anything new has no unread counts', async () => {
  const { id } = await createPlayer(database.db);
  expect(await unreadOf(id)).toEqual({ notices: 0, messages: 0, offers: 0 });
});

test('friend requests and notifications count together, and messages count on either side of a conversation', async () => {
  const { low, middle, high } = await three();
  await database.db.insert(friendRequests).values([
    { senderId: low.id, targetId: middle.id, askedAt: at },
    { senderId: high.id, targetId: middle.id, askedAt: at, declinedAt: at },
    { senderId: middle.id, targetId: high.id, askedAt: at },
  ]);
  await befriend(database.db, low.id, middle.id);
  await befriend(database.db, middle.id, high.id);
  const notification = { kind: 'profile-comment' as const, at };
  await database.db.insert(notifications).values([
    { ...notification, userId: middle.id, actorId: low.id },
    { ...notification, userId: middle.id, actorId: high.id },
    { ...notification, userId: middle.id, actorId: low.id, readAt: at },
    { ...notification, userId: low.id, actorId: middle.id },
  ]);
  await database.db.insert(conversations).values([
    { lowId: low.id, highId: middle.id, lastNumber: 9, lowRead: 2, highRead: 4 },
    { lowId: middle.id, highId: high.id, lastNumber: 3, lowRead: 1, highRead: 3 },
  ]);
  expect(await unreadOf(low.id)).toEqual({ notices: 1, messages: 7, offers: 0 });
  expect(await unreadOf(middle.id)).toEqual({ notices: 3, messages: 7, offers: 0 });
  expect(await unreadOf(high.id)).toEqual({ notices: 1, messages: 0, offers: 0 });
  // Messages of a former friend are not listed any more.
  await unfriend(database.db, low.id, middle.id);
  expect(await unreadOf(low.id)).toEqual({ notices: 1, messages: 0, offers: 0 });
  expect(await unreadOf(middle.id)).toEqual({ notices: 3, messages: 2, offers: 0 });
});

test('requests of a suspended account do not count', async () => {
  const { low, high } = await three();
  await database.db
    .insert(friendRequests)
    .values({ senderId: low.id, targetId: high.id, askedAt: at });
  await database.db.update(users).set({ banned: true }).where(eq(users.id, low.id));
  expect(await unreadOf(high.id)).toMatchObject({ notices: 0 });
  const expires = (banExpires: Date) =>
    database.db.update(users).set({ banExpires }).where(eq(users.id, low.id));
  await expires(new Date('2026-03-14T12:00:01Z'));
  expect(await unreadOf(high.id)).toMatchObject({ notices: 0 });
  await expires(at);
  expect(await unreadOf(high.id)).toMatchObject({ notices: 1 });
});

test('counting stops at a hundred', async () => {
  const { low, middle, high } = await three();
  await database.db.insert(notifications).values(
    Array.from({ length: 120 }, (_, index) => ({
      userId: middle.id,
      actorId: low.id,
      kind: 'item-sold' as const,
      thing: String(index),
      at,
    })),
  );
  await befriend(database.db, low.id, middle.id);
  await befriend(database.db, middle.id, high.id);
  await database.db.insert(conversations).values([
    { lowId: low.id, highId: middle.id, lastNumber: 70 },
    { lowId: middle.id, highId: high.id, lastNumber: 70 },
  ]);
  expect(await unreadOf(middle.id)).toEqual({ notices: 100, messages: 100, offers: 0 });
});

const readPlans = declareStatement<{ custom: number; generic: number }, Record<string, never>>(
  { custom: integer, generic: integer },
  sql`select custom_plans::integer as custom, generic_plans::integer as generic
    from pg_prepared_statements where name = 'count-unread'`,
);

test('the counts are planned once for all accounts, also when few accounts have most notifications', async () => {
  const { low: busy, middle: quiet, high: actor } = await three();
  const notice = { kind: 'item-sold' as const, actorId: actor.id, at };
  const toBusy = Array.from({ length: 2_000 }, (_, index) => ({
    ...notice,
    userId: busy.id,
    thing: `thing ${index}`,
  }));
  await database.db.insert(notifications).values([...toBusy, { ...notice, userId: quiet.id }]);
  await database.db.execute(sql`analyze notifications`);
  const clock = { now: () => at };
  // Its connection has not planned the statement for other values yet.
  const db = openDatabase({ ...inject('postgres'), database: database.name, max: 1 });
  try {
    const calls = 12;
    for (let call = 0; call < calls; call += 1) {
      expect(await getUnreadCounts({ db, clock }, quiet.id)).toMatchObject({ notices: 1 });
    }
    expect(await getUnreadCounts({ db, clock }, busy.id)).toMatchObject({ notices: 100 });
    // Postgres plans the first five calls of a connection for their values in any case.
    expect(await readPlans(db, {})).toEqual([{ custom: 5, generic: calls + 1 - 5 }]);
  } finally {
    await db.$client.end();
  }
});
