import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { discussionSubscriptions, ownedGames, users } from '#database/schema.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import {
  createTestComment,
  createTestDiscussion,
  defaultDiscussionContent,
} from '#test/fixtures/create-discussion.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  type CtxOverrides,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { retireGuests } from '../account-deletion/retire-guests.ts';
import type { Actor } from '../actor.ts';
import { importGames } from '../catalog/games/import-games.ts';
import { deleteDiscussionComment } from './comments/delete-discussion-comment.ts';
import { editDiscussionComment } from './comments/edit-discussion-comment.ts';
import { findCommentPage, findLatestCommentOf } from './comments/find-comment-page.ts';
import { listDiscussionComments } from './comments/list-discussion-comments.ts';
import { createDiscussion } from './create-discussion.ts';
import { editDiscussion } from './edit-discussion.ts';
import { getDiscussion } from './get-discussion.ts';
import { listDiscussions } from './lists/list-discussions.ts';
import { subscribeToDiscussion } from './subscribe-to-discussion.ts';
import { suggestGames } from './suggest-games.ts';

const database = useDatabase();

const appErrorWithCode = (code: string) => expect.objectContaining({ name: 'AppError', code });
const as = (actor: Actor | null, overrides: CtxOverrides = {}) => ({
  ...createTestCtx(database.db, overrides),
  actor,
});
const player = () => createPlayer(database.db);

test('everybody can read a discussion as it was written, and sees when it was edited', async () => {
  const author = await player();
  const ctx = as(author);
  const content = {
    ...defaultDiscussionContent,
    title: '<script>alert(1)</script>',
    content: 'One\n\nhttps://example.com & "two"',
    tags: ['RPG' as const, 'Help' as const],
  };
  const discussionId = await createTestDiscussion(ctx, author, content);
  const discussion = await getDiscussion(as(null), { discussionId });
  expect(discussion).toMatchObject({
    ...content,
    game: null,
    createdAt: ctx.clock.now(),
    editedAt: null,
    author: { username: author.username, role: 'player' },
  });
  expect(JSON.stringify(discussion)).not.toContain('@example.test');
  ctx.testClock.advance(1_000);
  await editDiscussion(ctx, { ...content, title: 'Better', discussionId });
  expect(await getDiscussion(as(null), { discussionId })).toMatchObject({
    title: 'Better',
    createdAt: new Date(ctx.clock.now().getTime() - 1_000),
    editedAt: ctx.clock.now(),
  });
});

test('a title and content without visible text are rejected, each with a text at its field', async () => {
  const author = await player();
  const invisible = { ...defaultDiscussionContent, title: '\u200b', content: '\u3164' };
  await expect(
    createDiscussion(as(author), { ...invisible, key: randomUUID() }),
  ).rejects.toMatchObject({
    code: 'discussion-empty',
    details: { fields: { title: expect.any(String), content: expect.any(String) } },
  });
  const discussionId = await createTestDiscussion(as(author), author);
  const editing = editDiscussion(as(author), {
    ...defaultDiscussionContent,
    content: '\u200d',
    discussionId,
  });
  await expect(editing).rejects.toThrow(appErrorWithCode('discussion-empty'));
  await expect(createTestComment(as(author), author, discussionId, '\u2800')).rejects.toThrow(
    appErrorWithCode('comment-empty'),
  );
});

test('with a mail server, only a confirmed email address can create a discussion; anyone can comment', async () => {
  const author = await player();
  const mailer = { canDeliver: true, async send() {} };
  await database.db.update(users).set({ emailVerified: false }).where(eq(users.id, author.id));
  await expect(createTestDiscussion(as(author, { accounts: { mailer } }), author)).rejects.toThrow(
    appErrorWithCode('unconfirmed-email'),
  );
  const discussionId = await createTestDiscussion(as(author), author);
  await createTestComment(as(author, { accounts: { mailer } }), author, discussionId);
});

test('an account can create thirty discussions an hour and write twenty comments a minute', async () => {
  const author = await player();
  const ctx = as(author, { rateLimiter: createRateLimiter() });
  let discussionId = '';
  for (let count = 0; count < 30; count += 1)
    discussionId = await createTestDiscussion(ctx, author);
  await expect(createTestDiscussion(ctx, author)).rejects.toThrow(appErrorWithCode('rate-limited'));
  for (let count = 0; count < 20; count += 1) await createTestComment(ctx, author, discussionId);
  await expect(createTestComment(ctx, author, discussionId)).rejects.toThrow(
    appErrorWithCode('rate-limited'),
  );
  expect((await getDiscussion(ctx, { discussionId })).comments).toBe(20);
});

test('a game is linked by its name: an owned game first, then the most rated one; an unknown name stays text', async () => {
  const author = await player();
  const { db } = database;
  const [, rated, owned] = [
    await createGame(db, { name: 'Doom', ratingsCount: 3 }),
    await createGame(db, { name: 'Doom', ratingsCount: 900 }),
    await createGame(db, { name: 'DOOM', ratingsCount: null }),
  ];
  const linkedGame = async (game: string) => {
    const discussionId = await createTestDiscussion(as(author), author, { game });
    return (await getDiscussion(as(null), { discussionId })).game;
  };
  expect(await linkedGame('doom')).toEqual({ id: rated.id, name: 'doom' });
  expect(await linkedGame('Doo')).toEqual({ id: null, name: 'Doo' });
  await db.insert(ownedGames).values({
    userId: author.id,
    gameId: owned.id,
    transferId: randomUUID(),
    boughtAt: new Date(),
  });
  expect(await linkedGame('doom')).toEqual({ id: owned.id, name: 'doom' });
  await db.delete(ownedGames);
});

test('comments are listed ten per page, oldest first, and links find the page of each comment', async () => {
  const [author, other] = [await player(), await player()];
  const ctx = as(author);
  const discussionId = await createTestDiscussion(ctx, author);
  const ids: string[] = [];
  for (let count = 1; count <= 21; count += 1) {
    ids.push(
      await createTestComment(ctx, count % 2 ? author : other, discussionId, `Number ${count}`),
    );
  }
  const read = (page: number) => listDiscussionComments(as(null), { discussionId, page });
  expect(await read(1)).toMatchObject({ all: 21, page: 1, pages: 3 });
  expect((await read(2)).comments.map(({ text }) => text)).toEqual(
    Array.from({ length: 10 }, (_, index) => `Number ${index + 11}`),
  );
  expect((await read(3)).comments).toMatchObject([{ id: ids[20], text: 'Number 21' }]);
  expect((await read(4)).comments).toEqual([]);
  const pageOf = (commentId: string | undefined) =>
    findCommentPage(as(null), { discussionId, commentId: commentId ?? '' });
  expect(await pageOf(ids[9])).toBe(1);
  expect(await pageOf(ids[10])).toBe(2);
  expect(await pageOf(ids[20])).toBe(3);
  expect(await pageOf(randomUUID())).toBeNull();
  const latestOf = (username: string) =>
    findLatestCommentOf(as(null), { discussionId, username: username.toUpperCase() });
  expect(await latestOf(author.username)).toEqual({ id: ids[20], page: 3 });
  expect(await latestOf(other.username)).toEqual({ id: ids[19], page: 2 });
  expect(await latestOf('nobody')).toBeNull();
  const elsewhere = await createTestDiscussion(ctx, author);
  expect(
    await findLatestCommentOf(ctx, { discussionId: elsewhere, username: author.username }),
  ).toBeNull();
  expect(
    await findCommentPage(ctx, { discussionId: elsewhere, commentId: ids[0] ?? '' }),
  ).toBeNull();
});

test('a discussion that does not exist gives the error discussion-gone', async () => {
  const discussionId = randomUUID();
  const reading = listDiscussionComments(as(null), { discussionId, page: 1 });
  await expect(reading).rejects.toThrow(appErrorWithCode('discussion-gone'));
  await expect(getDiscussion(as(null), { discussionId })).rejects.toThrow(
    appErrorWithCode('discussion-gone'),
  );
});

test('an edited comment shows that it was edited, and keeps its place', async () => {
  const author = await player();
  const ctx = as(author);
  const discussionId = await createTestDiscussion(ctx, author);
  const commentId = await createTestComment(ctx, author, discussionId, 'Frist');
  await createTestComment(ctx, author, discussionId, 'Second');
  ctx.testClock.advance(5_000);
  await editDiscussionComment(ctx, { commentId, text: 'First' });
  const { comments } = await listDiscussionComments(ctx, { discussionId, page: 1 });
  expect(comments).toMatchObject([
    { text: 'First', editedAt: ctx.clock.now() },
    { text: 'Second', editedAt: null },
  ]);
});

test('the latest activity is that of the last remaining comment', async () => {
  const author = await player();
  const ctx = as(author);
  const createdAt = ctx.clock.now();
  const discussionId = await createTestDiscussion(ctx, author, { tags: ['Puzzle'] });
  const lastActivity = async () => {
    const query = {
      q: '',
      genre: ['Puzzle' as const],
      game: null,
      order: 'activity' as const,
      perPage: 5,
      page: 1,
    };
    return (await listDiscussions(ctx, query)).discussions[0]?.lastActivityAt;
  };
  ctx.testClock.advance(1_000);
  const first = await createTestComment(ctx, author, discussionId);
  const firstAt = ctx.clock.now();
  ctx.testClock.advance(1_000);
  const second = await createTestComment(ctx, author, discussionId);
  expect(await lastActivity()).toEqual(ctx.clock.now());
  await deleteDiscussionComment(ctx, { commentId: second });
  expect(await lastActivity()).toEqual(firstAt);
  await deleteDiscussionComment(ctx, { commentId: first });
  expect(await lastActivity()).toEqual(createdAt);
});

test('a discussion of a suspended account stays, and others can comment in it', async () => {
  const [author, other] = [await player(), await player()];
  const discussionId = await createTestDiscussion(as(author), author);
  await database.db.update(users).set({ banned: true }).where(eq(users.id, author.id));
  await createTestComment(as(other), other, discussionId);
  expect(await getDiscussion(as(null), { discussionId })).toMatchObject({
    author: { username: author.username },
    comments: 1,
  });
});

test('the comments of a guest stay when the guest is retired, and a retired guest cannot comment or subscribe', async () => {
  const author = await player();
  const guest = await createPlayer(database.db, { role: 'guest' });
  const ctx = as(author);
  const discussionId = await createTestDiscussion(ctx, author);
  await createTestComment(ctx, guest, discussionId, 'Hello');
  ctx.testClock.advance(31 * 24 * 60 * 60 * 1000);
  await retireGuests(ctx);
  const { comments } = await listDiscussionComments(ctx, { discussionId, page: 1 });
  expect(comments).toMatchObject([{ text: 'Hello', author: { name: 'Former guest' } }]);
  await expect(createTestComment(ctx, guest, discussionId)).rejects.toThrow(
    appErrorWithCode('login-required'),
  );
  expect((await getDiscussion(ctx, { discussionId })).comments).toBe(1);
  const countSubscriptions = () =>
    database.db.$count(discussionSubscriptions, eq(discussionSubscriptions.userId, guest.id));
  expect(await countSubscriptions()).toBe(0);
  const again = subscribeToDiscussion({ ...ctx, actor: guest }, { discussionId });
  await expect(again).rejects.toThrow(appErrorWithCode('login-required'));
  expect(await countSubscriptions()).toBe(0);
});

test('the game field suggests games while somebody types', async () => {
  await importGames(
    as(null),
    generateBundle({ games: [generateGame({ id: 1, name: 'Lantern Quest' })] }),
  );
  expect(await suggestGames(as(null), { q: 'lan' })).toEqual([{ id: 1, name: 'Lantern Quest' }]);
  expect(await suggestGames(as(null), { q: 'quest' })).toHaveLength(1);
  expect(await suggestGames(as(null), { q: '  ' })).toEqual([]);
  expect(await suggestGames(as(null), { q: 'no such game' })).toEqual([]);
});
