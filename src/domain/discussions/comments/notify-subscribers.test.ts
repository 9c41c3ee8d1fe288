import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import {
  blocks,
  discussionSubscriptions,
  notifications,
  pendingNotifications,
} from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { discussionConstants } from '#shared/constants/discussions/discussions.ts';
import { createTestComment, createTestDiscussion } from '#test/fixtures/create-discussion.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { deleteDiscussion } from '../delete-discussion.ts';
import { subscribeToDiscussion, unsubscribeFromDiscussion } from '../subscribe-to-discussion.ts';
import { editDiscussionComment } from './edit-discussion-comment.ts';
import { postDiscussionComment } from './post-discussion-comment.ts';

const database = useDatabase();

const players = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createPlayer(database.db)));

/** The notifications of an account. */
async function listNotified(player: Actor | undefined) {
  return database.db
    .select({
      actorId: notifications.actorId,
      thing: notifications.thing,
      name: notifications.thingName,
      count: notifications.count,
    })
    .from(notifications)
    .where(eq(notifications.userId, player?.id ?? ''));
}

test('author, commenters and subscribers are notified, grouped by actor and discussion, but not the commenter', async () => {
  const ctx = createTestCtx(database.db);
  const [author, commenter, reader, writer, other] = await players(5);
  if (!author || !commenter || !reader || !writer) throw new Error('Somebody is missing.');
  const discussionId = await createTestDiscussion(ctx, author, { title: 'Which ending?' });
  await createTestComment(ctx, commenter, discussionId);
  await subscribeToDiscussion({ ...ctx, actor: reader }, { discussionId });
  await ctx.notifier.flush();
  await database.db.delete(notifications);
  const commentId = await createTestComment(ctx, writer, discussionId, 'One');
  await createTestComment(ctx, writer, discussionId, 'Two');
  await editDiscussionComment({ ...ctx, actor: writer }, { commentId, text: 'Three' });
  await ctx.notifier.flush();
  const expected = [{ actorId: writer.id, thing: discussionId, name: 'Which ending?', count: 2 }];
  for (const player of [author, commenter, reader])
    expect(await listNotified(player)).toEqual(expected);
  for (const player of [writer, other]) expect(await listNotified(player)).toEqual([]);
});

test('an unsubscribed reader is not notified, even after a new comment of their own', async () => {
  const ctx = createTestCtx(database.db);
  const [author, writer] = await players(2);
  if (!author || !writer) throw new Error('Somebody is missing.');
  const discussionId = await createTestDiscussion(ctx, author);
  await unsubscribeFromDiscussion({ ...ctx, actor: author }, { discussionId });
  await createTestComment(ctx, author, discussionId);
  await createTestComment(ctx, writer, discussionId);
  await ctx.notifier.flush();
  expect(await listNotified(author)).toEqual([]);
  await subscribeToDiscussion({ ...ctx, actor: author }, { discussionId });
  await createTestComment(ctx, writer, discussionId);
  await ctx.notifier.flush();
  expect(await listNotified(author)).toHaveLength(1);
});

test('nobody is notified of comments by accounts that they blocked or that blocked them', async () => {
  const ctx = createTestCtx(database.db);
  const [author, blocked, writer] = await players(3);
  if (!author || !blocked || !writer) throw new Error('Somebody is missing.');
  const discussionId = await createTestDiscussion(ctx, author);
  await subscribeToDiscussion({ ...ctx, actor: blocked }, { discussionId });
  const since = new Date();
  await database.db.insert(blocks).values([
    { blockerId: author.id, blockedId: writer.id, since },
    { blockerId: writer.id, blockedId: blocked.id, since },
  ]);
  await createTestComment(ctx, writer, discussionId);
  await ctx.notifier.flush();
  expect(await listNotified(author)).toEqual([]);
  expect(await listNotified(blocked)).toEqual([]);
});

test('a repeated form and a rejected comment notify nobody', async () => {
  const ctx = createTestCtx(database.db);
  const [author, writer] = await players(2);
  if (!author || !writer) throw new Error('Somebody is missing.');
  const discussionId = await createTestDiscussion(ctx, author);
  const form = { discussionId, text: 'Once', key: randomUUID() };
  const asWriter = { ...ctx, actor: writer };
  await postDiscussionComment(asWriter, form);
  await postDiscussionComment(asWriter, form);
  const other = postDiscussionComment(asWriter, { ...form, text: 'Twice' });
  await expect(other).rejects.toMatchObject({ code: 'key-reused' });
  const closed = await createTestDiscussion(ctx, author, { isPrivate: true });
  await expect(createTestComment(ctx, writer, closed)).rejects.toMatchObject({
    code: 'discussion-private',
  });
  await ctx.notifier.flush();
  expect(await listNotified(author)).toMatchObject([{ count: 1 }]);
});

test('a thousand subscribers are notified with four more statements', async () => {
  const ctx = createTestCtx(database.db);
  const [author, writer] = await players(2);
  if (!author || !writer) throw new Error('Somebody is missing.');
  const discussionId = await createTestDiscussion(ctx, author);
  await createTestComment(ctx, writer, discussionId);
  await ctx.notifier.flush();
  await database.db.execute(sql`
    with reader as (
      insert into users (username, display_username, email)
      select name, name, name || '@example.test'
      from (select 'reader' || number as name from generate_series(1, 1000) as number) as named
      returning id
    )
    insert into ${discussionSubscriptions} (discussion_id, user_id, wanted)
    select ${discussionId}::uuid, id, true from reader`);
  await ctx.notifier.flush();
  const before = await database.db.$count(notifications);
  const statements = vi.spyOn(database.db.$client, 'query');
  await createTestComment(ctx, writer, discussionId);
  await ctx.notifier.flush();
  // The checks for a suspension and a mute and the two deliveries; the comment itself uses a connection of its own.
  expect(statements.mock.calls.length).toBeLessThanOrEqual(4);
  statements.mockRestore();
  expect(await database.db.$count(notifications)).toBe(before + 1_000);
  expect(discussionConstants.notifiedMax).toBeGreaterThan(1_000);
});

test('of too many subscribers the author comes first, then the earliest; a returning subscriber comes last', async () => {
  const ctx = createTestCtx(database.db);
  const { db } = database;
  const [writer, lateSubscriber, early, author, between] = await players(5);
  if (!author || !writer || !early || !lateSubscriber || !between)
    throw new Error('Somebody is missing.');
  const discussionId = await createTestDiscussion(ctx, author);
  for (const reader of [early, between, lateSubscriber]) {
    ctx.testClock.advance(1_000);
    await subscribeToDiscussion({ ...ctx, actor: reader }, { discussionId });
  }
  ctx.testClock.advance(1_000);
  await db.execute(sql`
    with reader as (
      insert into users (username, display_username, email)
      select name, name, name || '@example.test'
      from (select 'crowd' || number as name from generate_series(1, ${discussionConstants.notifiedMax - 3}) as number) as named
      returning id
    )
    insert into ${discussionSubscriptions} (discussion_id, user_id, wanted, since)
    select ${discussionId}::uuid, id, true, ${ctx.clock.now().toISOString()}::timestamptz from reader`);
  ctx.testClock.advance(1_000);
  // They return, so they are later than the crowd: of these two and the crowd, one is too many.
  await unsubscribeFromDiscussion({ ...ctx, actor: author }, { discussionId });
  await subscribeToDiscussion({ ...ctx, actor: author }, { discussionId });
  await unsubscribeFromDiscussion({ ...ctx, actor: lateSubscriber }, { discussionId });
  await subscribeToDiscussion({ ...ctx, actor: lateSubscriber }, { discussionId });
  await createTestComment(ctx, writer, discussionId);
  await ctx.notifier.flush();
  const count = await db.$count(notifications, eq(notifications.thing, discussionId));
  expect(count).toBe(discussionConstants.notifiedMax);
  for (const player of [author, early, between]) expect(await listNotified(player)).toHaveLength(1);
  expect(await listNotified(lateSubscriber)).toEqual([]);
});

test('however many subscribers there are, a comment holds one pending row, and a notification outlives its discussion', async () => {
  const ctx = createTestCtx(database.db);
  const [author, writer] = await players(2);
  if (!author || !writer) throw new Error('Somebody is missing.');
  const discussionId = await createTestDiscussion(ctx, author);
  await ctx.notifier.flush();
  // Without a delivery in between.
  const notifier = { ...ctx.notifier, deliverSoon() {} };
  await createTestComment({ ...ctx, notifier }, writer, discussionId);
  expect(await database.db.$count(pendingNotifications)).toBe(1);
  await ctx.notifier.flush();
  await deleteDiscussion({ ...ctx, actor: author }, { discussionId });
  expect(await listNotified(author)).toHaveLength(1);
  // The rest of a deleted discussion has no receivers and does not stay.
  await database.db.insert(pendingNotifications).values({
    kind: 'discussion-comment',
    actorId: writer.id,
    thing: discussionId,
    at: ctx.clock.now(),
  });
  await ctx.notifier.flush();
  expect(await database.db.$count(pendingNotifications)).toBe(0);
});
