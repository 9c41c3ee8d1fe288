import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { discussionSubscriptions, ownedGames, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { beginDiscussion, say, someContent } from '#test/fixtures/create-discussion.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import type { Actor } from '../base-context.ts';
import { importGames } from '../catalog/games/import-games.ts';
import { retireGuests } from '../lifecycle/retire-guests.ts';
import { createDiscussion } from './create-discussion.ts';
import { deleteDiscussionComment } from './delete-discussion-comment.ts';
import { editDiscussion } from './edit-discussion.ts';
import { editDiscussionComment } from './edit-discussion-comment.ts';
import { findCommentOf, findCommentPage } from './find-comment-page.ts';
import { getDiscussion } from './get-discussion.ts';
import { listDiscussionComments } from './list-discussion-comments.ts';
import { listDiscussions } from './list-discussions.ts';
import { subscribe } from './subscribe.ts';
import { suggestGames } from './suggest-games.ts';

const database = useDatabase();

const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });
const as = (actor: Actor | null, overrides: Partial<Ctx> = {}) => ({
  ...createTestCtx(database.db, overrides),
  actor,
});
const player = () => createPlayer(database.db);

test('a discussion is there for everybody, as it was written, and says when it was changed', async () => {
  const author = await player();
  const ctx = as(author);
  const content = {
    ...someContent,
    title: '<script>alert(1)</script>',
    content: 'One\n\nhttps://example.com & "two"',
    tags: ['RPG' as const, 'Help' as const],
  };
  const discussionId = await beginDiscussion(ctx, author, content);
  const seen = await getDiscussion(as(null), { discussionId });
  expect(seen).toMatchObject({
    ...content,
    game: null,
    createdAt: ctx.clock.now(),
    editedAt: null,
    author: { username: author.username, role: 'player' },
  });
  expect(JSON.stringify(seen)).not.toContain('@example.test');
  ctx.testClock.advance(1_000);
  await editDiscussion(ctx, { ...content, title: 'Better', discussionId });
  expect(await getDiscussion(as(null), { discussionId })).toMatchObject({
    title: 'Better',
    createdAt: new Date(ctx.clock.now().getTime() - 1_000),
    editedAt: ctx.clock.now(),
  });
});

test('a title and content of nothing to see are refused, each by its name', async () => {
  const author = await player();
  const nothing = { ...someContent, title: '\u200b', content: '\u3164' };
  await expect(
    createDiscussion(as(author), { ...nothing, key: randomUUID() }),
  ).rejects.toMatchObject({
    code: 'discussion-empty',
    details: { fields: { title: expect.any(String), content: expect.any(String) } },
  });
  const discussionId = await beginDiscussion(as(author), author);
  const editing = editDiscussion(as(author), { ...someContent, content: '\u200d', discussionId });
  await expect(editing).rejects.toThrow(refused('discussion-empty'));
  await expect(say(as(author), author, discussionId, '\u2800')).rejects.toThrow(
    refused('comment-empty'),
  );
});

test('where mail is sent, only a confirmed address begins a discussion, and any comments', async () => {
  const author = await player();
  const mailer = { delivers: true, async send() {} };
  await database.db.update(users).set({ emailVerified: false }).where(eq(users.id, author.id));
  await expect(beginDiscussion(as(author, { mailer }), author)).rejects.toThrow(
    refused('unconfirmed-email'),
  );
  const discussionId = await beginDiscussion(as(author), author);
  await say(as(author, { mailer }), author, discussionId);
});

test('thirty discussions an hour and twenty comments a minute are enough', async () => {
  const author = await player();
  const ctx = as(author, { rateLimiter: createRateLimiter() });
  let discussionId = '';
  for (let count = 0; count < 30; count += 1) discussionId = await beginDiscussion(ctx, author);
  await expect(beginDiscussion(ctx, author)).rejects.toThrow(refused('rate-limited'));
  for (let count = 0; count < 20; count += 1) await say(ctx, author, discussionId);
  await expect(say(ctx, author, discussionId)).rejects.toThrow(refused('rate-limited'));
  expect((await getDiscussion(ctx, { discussionId })).comments).toBe(20);
});

test('a game is linked by its name: the own one first, then the most rated; else it is only named', async () => {
  const author = await player();
  const { db } = database;
  const [, rated, owned] = [
    await createGame(db, { name: 'Doom', ratingsCount: 3 }),
    await createGame(db, { name: 'Doom', ratingsCount: 900 }),
    await createGame(db, { name: 'DOOM', ratingsCount: null }),
  ];
  const gameOf = async (game: string) => {
    const discussionId = await beginDiscussion(as(author), author, { game });
    return (await getDiscussion(as(null), { discussionId })).game;
  };
  expect(await gameOf('doom')).toEqual({ id: rated.id, name: 'doom' });
  expect(await gameOf('Doo')).toEqual({ id: null, name: 'Doo' });
  await db.insert(ownedGames).values({
    userId: author.id,
    gameId: owned.id,
    transferId: randomUUID(),
    boughtAt: new Date(),
  });
  expect(await gameOf('doom')).toEqual({ id: owned.id, name: 'doom' });
  await db.delete(ownedGames);
});

test('comments are ten a page, oldest first, each with the page that it is on', async () => {
  const [author, other] = [await player(), await player()];
  const ctx = as(author);
  const discussionId = await beginDiscussion(ctx, author);
  const ids: string[] = [];
  for (let count = 1; count <= 21; count += 1) {
    ids.push(await say(ctx, count % 2 ? author : other, discussionId, `Number ${count}`));
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
    findCommentOf(as(null), { discussionId, username: username.toUpperCase() });
  expect(await latestOf(author.username)).toEqual({ id: ids[20], page: 3 });
  expect(await latestOf(other.username)).toEqual({ id: ids[19], page: 2 });
  expect(await latestOf('nobody')).toBeNull();
  const elsewhere = await beginDiscussion(ctx, author);
  expect(
    await findCommentOf(ctx, { discussionId: elsewhere, username: author.username }),
  ).toBeNull();
  expect(
    await findCommentPage(ctx, { discussionId: elsewhere, commentId: ids[0] ?? '' }),
  ).toBeNull();
});

test('what is not there is said to be gone', async () => {
  const discussionId = randomUUID();
  const reading = listDiscussionComments(as(null), { discussionId, page: 1 });
  await expect(reading).rejects.toThrow(refused('discussion-gone'));
  await expect(getDiscussion(as(null), { discussionId })).rejects.toThrow(
    refused('discussion-gone'),
  );
});

test('an edited comment says so, and stays where it was', async () => {
  const author = await player();
  const ctx = as(author);
  const discussionId = await beginDiscussion(ctx, author);
  const commentId = await say(ctx, author, discussionId, 'Frist');
  await say(ctx, author, discussionId, 'Second');
  ctx.testClock.advance(5_000);
  await editDiscussionComment(ctx, { commentId, text: 'First' });
  const { comments } = await listDiscussionComments(ctx, { discussionId, page: 1 });
  expect(comments).toMatchObject([
    { text: 'First', editedAt: ctx.clock.now() },
    { text: 'Second', editedAt: null },
  ]);
});

test('the latest activity is the last comment’s that is left', async () => {
  const author = await player();
  const ctx = as(author);
  const begun = ctx.clock.now();
  const discussionId = await beginDiscussion(ctx, author, { tags: ['Puzzle'] });
  const at = async () => {
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
  const first = await say(ctx, author, discussionId);
  const firstAt = ctx.clock.now();
  ctx.testClock.advance(1_000);
  const second = await say(ctx, author, discussionId);
  expect(await at()).toEqual(ctx.clock.now());
  await deleteDiscussionComment(ctx, { commentId: second });
  expect(await at()).toEqual(firstAt);
  await deleteDiscussionComment(ctx, { commentId: first });
  expect(await at()).toEqual(begun);
});

test('what a suspended account began stays, and others go on there', async () => {
  const [author, other] = [await player(), await player()];
  const discussionId = await beginDiscussion(as(author), author);
  await database.db.update(users).set({ banned: true }).where(eq(users.id, author.id));
  await say(as(other), other, discussionId);
  expect(await getDiscussion(as(null), { discussionId })).toMatchObject({
    author: { username: author.username },
    comments: 1,
  });
});

test('what a guest said stays when the guest is retired, and a retired one says no more', async () => {
  const author = await player();
  const guest = await createPlayer(database.db, { role: 'guest' });
  const ctx = as(author);
  const discussionId = await beginDiscussion(ctx, author);
  await say(ctx, guest, discussionId, 'Hello');
  ctx.testClock.advance(31 * 24 * 60 * 60 * 1000);
  await retireGuests(ctx);
  const { comments } = await listDiscussionComments(ctx, { discussionId, page: 1 });
  expect(comments).toMatchObject([{ text: 'Hello', author: { name: 'Former guest' } }]);
  await expect(say(ctx, guest, discussionId)).rejects.toThrow(refused('login-required'));
  expect((await getDiscussion(ctx, { discussionId })).comments).toBe(1);
  const following = () =>
    database.db.$count(discussionSubscriptions, eq(discussionSubscriptions.userId, guest.id));
  expect(await following()).toBe(0);
  const again = subscribe({ ...ctx, actor: guest }, { discussionId });
  await expect(again).rejects.toThrow(refused('login-required'));
  expect(await following()).toBe(0);
});

test('the game field suggests games as one types', async () => {
  await importGames(
    as(null),
    generateBundle({ games: [generateGame({ id: 1, name: 'Lantern Quest' })] }),
  );
  expect(await suggestGames(as(null), { q: 'lan' })).toEqual([{ id: 1, name: 'Lantern Quest' }]);
  expect(await suggestGames(as(null), { q: 'quest' })).toHaveLength(1);
  expect(await suggestGames(as(null), { q: '  ' })).toEqual([]);
  expect(await suggestGames(as(null), { q: 'no such game' })).toEqual([]);
});
