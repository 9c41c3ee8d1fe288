import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { blocks, discussionSubscriptions, notices } from '#database/schema.ts';
import { discussionConstants } from '#shared/constants/discussions.ts';
import { beginDiscussion, say } from '#test/fixtures/create-discussion.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import type { Actor } from '../base-context.ts';
import { deleteDiscussion } from './delete-discussion.ts';
import { editDiscussionComment } from './edit-discussion-comment.ts';
import { notifySubscribers } from './notify-subscribers.ts';
import { postDiscussionComment } from './post-discussion-comment.ts';
import { subscribe, unsubscribe } from './subscribe.ts';

const database = useDatabase();

const players = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createPlayer(database.db)));

/** What somebody is told of. */
async function toldTo(who: Actor | undefined) {
  return database.db
    .select({
      actorId: notices.actorId,
      thing: notices.thing,
      name: notices.thingName,
      count: notices.count,
    })
    .from(notices)
    .where(eq(notices.userId, who?.id ?? ''));
}

test('author, commenters and subscribers are told, grouped by who and where, but not who wrote', async () => {
  const ctx = createTestCtx(database.db);
  const [author, commenter, reader, writer, other] = await players(5);
  if (!author || !commenter || !reader || !writer) throw new Error('Somebody is missing.');
  const discussionId = await beginDiscussion(ctx, author, { title: 'Which ending?' });
  await say(ctx, commenter, discussionId);
  await subscribe({ ...ctx, actor: reader }, { discussionId });
  await ctx.notifier.flush();
  await database.db.delete(notices);
  const commentId = await say(ctx, writer, discussionId, 'One');
  await say(ctx, writer, discussionId, 'Two');
  await editDiscussionComment({ ...ctx, actor: writer }, { commentId, text: 'Three' });
  await ctx.notifier.flush();
  const told = [{ actorId: writer.id, thing: discussionId, name: 'Which ending?', count: 2 }];
  for (const who of [author, commenter, reader]) expect(await toldTo(who)).toEqual(told);
  for (const who of [writer, other]) expect(await toldTo(who)).toEqual([]);
});

test('who ended the subscription stays out of it, even when they comment again', async () => {
  const ctx = createTestCtx(database.db);
  const [author, writer] = await players(2);
  if (!author || !writer) throw new Error('Somebody is missing.');
  const discussionId = await beginDiscussion(ctx, author);
  await unsubscribe({ ...ctx, actor: author }, { discussionId });
  await say(ctx, author, discussionId);
  await say(ctx, writer, discussionId);
  await ctx.notifier.flush();
  expect(await toldTo(author)).toEqual([]);
  await subscribe({ ...ctx, actor: author }, { discussionId });
  await say(ctx, writer, discussionId);
  await ctx.notifier.flush();
  expect(await toldTo(author)).toHaveLength(1);
});

test('nobody is told of whom they blocked, or are blocked by', async () => {
  const ctx = createTestCtx(database.db);
  const [author, blocked, writer] = await players(3);
  if (!author || !blocked || !writer) throw new Error('Somebody is missing.');
  const discussionId = await beginDiscussion(ctx, author);
  await subscribe({ ...ctx, actor: blocked }, { discussionId });
  const since = new Date();
  await database.db.insert(blocks).values([
    { blockerId: author.id, blockedId: writer.id, since },
    { blockerId: writer.id, blockedId: blocked.id, since },
  ]);
  await say(ctx, writer, discussionId);
  await ctx.notifier.flush();
  expect(await toldTo(author)).toEqual([]);
  expect(await toldTo(blocked)).toEqual([]);
});

test('a form that is sent again tells nothing again, nor one that is refused', async () => {
  const ctx = createTestCtx(database.db);
  const [author, writer] = await players(2);
  if (!author || !writer) throw new Error('Somebody is missing.');
  const discussionId = await beginDiscussion(ctx, author);
  const form = { discussionId, text: 'Once', key: randomUUID() };
  const asWriter = { ...ctx, actor: writer };
  await postDiscussionComment(asWriter, form);
  await postDiscussionComment(asWriter, form);
  const other = postDiscussionComment(asWriter, { ...form, text: 'Twice' });
  await expect(other).rejects.toMatchObject({ code: 'key-reused' });
  const closed = await beginDiscussion(ctx, author, { isPrivate: true });
  await expect(say(ctx, writer, closed)).rejects.toMatchObject({ code: 'discussion-private' });
  await ctx.notifier.flush();
  expect(await toldTo(author)).toMatchObject([{ count: 1 }]);
});

test('a thousand subscribers are told by three statements more', async () => {
  const ctx = createTestCtx(database.db);
  const [author, writer] = await players(2);
  if (!author || !writer) throw new Error('Somebody is missing.');
  const discussionId = await beginDiscussion(ctx, author);
  await say(ctx, writer, discussionId);
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
  const before = await database.db.$count(notices);
  const asked = vi.spyOn(database.db.$client, 'query');
  await say(ctx, writer, discussionId);
  await ctx.notifier.flush();
  // Whether the writer may, who subscribed, and the notices; the comment itself has a connection's own.
  expect(asked.mock.calls.length).toBeLessThanOrEqual(3);
  asked.mockRestore();
  expect(await database.db.$count(notices)).toBe(before + 1_000);
  expect(discussionConstants.toldMax).toBeGreaterThan(1_000);
});

test('of more than are told its author is, then who followed it first; who came back is last', async () => {
  const ctx = createTestCtx(database.db);
  const { db } = database;
  const [writer, late, early, author, between] = await players(5);
  if (!author || !writer || !early || !late || !between) throw new Error('Somebody is missing.');
  const discussionId = await beginDiscussion(ctx, author);
  for (const reader of [early, between, late]) {
    ctx.testClock.advance(1_000);
    await subscribe({ ...ctx, actor: reader }, { discussionId });
  }
  ctx.testClock.advance(1_000);
  // The author is the newest of them now, and would be the last.
  await unsubscribe({ ...ctx, actor: author }, { discussionId });
  await subscribe({ ...ctx, actor: author }, { discussionId });
  const post = vi.spyOn(ctx.notifier, 'post');
  await notifySubscribers(ctx, { discussionId, title: 'Which?', actorId: writer.id });
  const told = post.mock.calls.map(([{ userId }]) => userId);
  expect(told).toEqual([author, early, between, late].map(({ id }) => id));
  await db.execute(sql`
    with reader as (
      insert into users (username, display_username, email)
      select name, name, name || '@example.test'
      from (select 'crowd' || number as name from generate_series(1, ${discussionConstants.toldMax}) as number) as named
      returning id
    )
    insert into ${discussionSubscriptions} (discussion_id, user_id, wanted, since)
    select ${discussionId}::uuid, id, true, ${ctx.clock.now().toISOString()}::timestamptz from reader`);
  post.mockClear();
  await notifySubscribers(ctx, { discussionId, title: 'Which?', actorId: writer.id });
  const heard = post.mock.calls.map(([{ userId }]) => userId);
  expect(heard).toHaveLength(discussionConstants.toldMax);
  expect(heard.slice(0, 4)).toEqual(told);
});

test('a comment is there though nobody could be told, and its notice outlives the discussion', async () => {
  const log = { info() {}, warn: vi.fn(), error() {} };
  const ctx = createTestCtx(database.db, { log });
  const [author, writer] = await players(2);
  if (!author || !writer) throw new Error('Somebody is missing.');
  const discussionId = await beginDiscussion(ctx, author);
  vi.spyOn(ctx.notifier, 'post').mockImplementationOnce(() => {
    throw new Error('full');
  });
  await say(ctx, writer, discussionId);
  expect(log.warn).toHaveBeenCalledTimes(1);
  await say(ctx, writer, discussionId);
  await ctx.notifier.flush();
  await deleteDiscussion({ ...ctx, actor: author }, { discussionId });
  expect(await toldTo(author)).toHaveLength(1);
});
