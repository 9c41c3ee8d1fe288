import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { blocks, notices, profileComments, users } from '#database/schema.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import type { Actor } from '../base-context.ts';
import { deleteProfileComment } from './delete-profile-comment.ts';
import { getCommentBarrier } from './get-comment-barrier.ts';
import { listProfileComments } from './list-profile-comments.ts';
import { postProfileComment } from './post-profile-comment.ts';

const database = useDatabase();

const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });

function as(actor: Actor | null, overrides = {}) {
  return { ...createTestCtx(database.db, overrides), actor };
}

function post(actor: Actor | null, owner: Actor, text = 'Well played.', overrides = {}) {
  const comment = { username: owner.username, text, key: randomUUID() };
  return postProfileComment(as(actor, overrides), comment);
}

async function textsOn(owner: Actor) {
  const rows = await database.db
    .select({ text: profileComments.text })
    .from(profileComments)
    .where(eq(profileComments.profileId, owner.id));
  return rows.map(({ text }) => text);
}

async function suspend(who: Actor, banExpires: Date | null) {
  await database.db.update(users).set({ banned: true, banExpires }).where(eq(users.id, who.id));
}

test('a comment is on the profile, with who wrote it, and its owner has a notice of it', async () => {
  const [owner, author] = [await createPlayer(database.db), await createPlayer(database.db)];
  const ctx = as(author);
  const { username } = owner;
  const comment = { username: username.toUpperCase(), text: 'Well played.', key: randomUUID() };
  await postProfileComment(ctx, comment);
  await ctx.notifier.flush();
  expect(await listProfileComments(as(null), { profileId: owner.id, page: 1 })).toMatchObject({
    all: 1,
    page: 1,
    pages: 1,
    comments: [{ text: 'Well played.', author: { username: author.username, role: 'player' } }],
  });
  const told = await database.db.select().from(notices).where(eq(notices.userId, owner.id));
  expect(told).toMatchObject([{ kind: 'profile-comment', actorId: author.id, count: 1 }]);
});

test('one may comment on the own profile, and is not told of it', async () => {
  const owner = await createPlayer(database.db);
  const ctx = as(owner);
  await postProfileComment(ctx, { username: owner.username, text: 'Hello', key: randomUUID() });
  await ctx.notifier.flush();
  expect(await textsOn(owner)).toEqual(['Hello']);
  expect(await database.db.$count(notices, eq(notices.userId, owner.id))).toBe(0);
});

test('a form that is sent again, even at once, is one comment and one notice', async () => {
  const [owner, author] = [await createPlayer(database.db), await createPlayer(database.db)];
  const ctx = as(author);
  const comment = { username: owner.username, text: 'Once', key: randomUUID() };
  const answers = await Promise.all([1, 2, 3].map(() => postProfileComment(ctx, comment)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  await ctx.notifier.flush();
  expect(await textsOn(owner)).toEqual(['Once']);
  const told = await database.db.select().from(notices).where(eq(notices.userId, owner.id));
  expect(told).toMatchObject([{ count: 1 }]);
  const other = postProfileComment(ctx, { ...comment, text: 'Something else' });
  await expect(other).rejects.toThrow(refused('key-reused'));
});

test.each(['', ' \n ', '\u200b\u200d'])('a blank comment is refused (%j)', async (text) => {
  const owner = await createPlayer(database.db);
  await expect(post(owner, owner, text)).rejects.toThrow(refused('comment-empty'));
  expect(await textsOn(owner)).toEqual([]);
});

test('nobody comments on a profile that does not exist', async () => {
  const ctx = as(await createPlayer(database.db));
  for (const username of ['nobody-of-this-name', 'a\0b']) {
    const posting = postProfileComment(ctx, { username, text: 'Hello', key: randomUUID() });
    await expect(posting).rejects.toThrow(refused('user-not-found'));
  }
});

test('ten comments a minute are enough', async () => {
  const [owner, author] = [await createPlayer(database.db), await createPlayer(database.db)];
  const limits = createRateLimiter();
  for (let count = 0; count < 10; count += 1)
    await post(author, owner, 'Hello', { rateLimiter: limits });
  await expect(post(author, owner, 'Hello', { rateLimiter: limits })).rejects.toThrow(
    refused('rate-limited'),
  );
  await post(owner, owner, 'Hello', { rateLimiter: limits });
  expect(await textsOn(owner)).toHaveLength(11);
});

test('ten a page, newest first', async () => {
  const owner = await createPlayer(database.db);
  for (let count = 1; count <= 11; count += 1) await post(owner, owner, `Number ${count}`);
  const first = await listProfileComments(as(owner), { profileId: owner.id, page: 1 });
  expect(first).toMatchObject({ all: 11, pages: 2 });
  expect(first.comments.map(({ text }) => text)).toEqual(
    Array.from({ length: 10 }, (_, index) => `Number ${11 - index}`),
  );
  const second = await listProfileComments(as(owner), { profileId: owner.id, page: 2 });
  expect(second.comments.map(({ text }) => text)).toEqual(['Number 1']);
});

/** Who stands in which relation to a profile and to a comment on it. */
async function scene() {
  const [owner, author, stranger, blocked] = [
    await createPlayer(database.db),
    await createPlayer(database.db),
    await createPlayer(database.db),
    await createPlayer(database.db),
  ];
  const [guest, moderator, admin] = [
    await createPlayer(database.db, { role: 'guest' }),
    await createPlayer(database.db, { role: 'moderator' }),
    await createPlayer(database.db, { role: 'admin' }),
  ];
  const since = new Date('2026-03-01T00:00:00Z');
  await database.db.insert(blocks).values({ blockerId: owner.id, blockedId: blocked.id, since });
  const { id } = await post(author, owner);
  return {
    id,
    owner,
    people: { visitor: null, guest, owner, author, stranger, blocked, moderator, admin },
  };
}

const rights = {
  visitor: { post: 'login-required', bar: 'visitor', remove: 'login-required', offered: 'no' },
  guest: { post: 'guest-not-allowed', bar: 'guest', remove: 'comment-gone', offered: 'no' },
  owner: { post: 'done', bar: null, remove: 'done', offered: 'freely' },
  author: { post: 'done', bar: null, remove: 'done', offered: 'freely' },
  stranger: { post: 'done', bar: null, remove: 'comment-gone', offered: 'no' },
  blocked: { post: 'not-reachable', bar: 'not-reachable', remove: 'comment-gone', offered: 'no' },
  moderator: { post: 'done', bar: null, remove: 'comment-gone', offered: 'with-reason' },
  admin: { post: 'done', bar: null, remove: 'comment-gone', offered: 'with-reason' },
} as const;

const codeOf = (error: unknown) => (error as { code?: string }).code ?? 'no refusal';

test.each(Object.entries(rights))('what is a %s’s to do on a profile', async (who, allowed) => {
  const { id, owner, people } = await scene();
  const actor = people[who as keyof typeof rights];
  const ctx = as(actor);
  expect(await getCommentBarrier(ctx, { id: owner.id, suspended: false })).toBe(allowed.bar);
  const { comments } = await listProfileComments(ctx, { profileId: owner.id, page: 1 });
  expect(comments).toMatchObject([{ id, deletable: allowed.offered }]);
  const removed = deleteProfileComment(ctx, { commentId: id });
  expect(await removed.then(() => 'done', codeOf)).toBe(allowed.remove);
  expect(await textsOn(owner)).toHaveLength(allowed.remove === 'done' ? 0 : 1);
  expect(await post(actor, owner, 'Another').then(() => 'done', codeOf)).toBe(allowed.post);
});

test('a block ends neither what the owner may write to the other nor what was written before', async () => {
  const { owner, people } = await scene();
  await post(owner, people.blocked);
  expect(await textsOn(people.blocked)).toHaveLength(1);
  expect(await textsOn(owner)).toHaveLength(1);
});

test('nobody writes to a suspended account; when that has passed, everybody may', async () => {
  const { owner, people } = await scene();
  await suspend(owner, new Date('2026-03-14T12:00:01Z'));
  await expect(post(people.author, owner)).rejects.toThrow(refused('account-suspended'));
  expect(await getCommentBarrier(as(people.author), { id: owner.id, suspended: true })).toBe(
    'suspended',
  );
  await suspend(owner, new Date('2026-03-14T11:59:59Z'));
  await post(people.author, owner);
  await suspend(owner, null);
  await expect(post(people.author, owner)).rejects.toThrow(refused('account-suspended'));
});

test('a comment that could not be written is told to nobody', async () => {
  const owner = await createPlayer(database.db);
  const ctx = as(await createPlayer(database.db));
  const told = vi.spyOn(ctx.notifier, 'post');
  await expect(
    postProfileComment(ctx, { username: owner.username, text: 'x'.repeat(751), key: randomUUID() }),
  ).rejects.toThrow();
  expect(told).not.toHaveBeenCalled();
});

test('of two who delete the same comment at once, one is told that it is gone', async () => {
  const { id, people } = await scene();
  const both = await Promise.allSettled(
    [people.owner, people.author].map((who) => deleteProfileComment(as(who), { commentId: id })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
