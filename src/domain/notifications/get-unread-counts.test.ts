import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
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
