import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  blocks,
  notifications,
  pendingNotifications,
  profileComments,
  users,
} from '#database/schema.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import type { Actor } from '../actor.ts';
import { getProfilePage } from '../profiles/get-profile-page.ts';
import { deleteProfileComment } from './delete-profile-comment.ts';
import { listProfileComments } from './list-profile-comments.ts';
import { postProfileComment } from './post-profile-comment.ts';

const database = useDatabase();

const appError = (code: string) => expect.objectContaining({ name: 'AppError', code });

function as(actor: Actor | null, overrides = {}) {
  return { ...createTestCtx(database.db, overrides), actor };
}

function post(actor: Actor | null, owner: Actor, text = 'Well played.', overrides = {}) {
  const comment = { username: owner.username, text, key: randomUUID() };
  return postProfileComment(as(actor, overrides), comment);
}

async function findTexts(owner: Actor) {
  const rows = await database.db
    .select({ text: profileComments.text })
    .from(profileComments)
    .where(eq(profileComments.profileId, owner.id));
  return rows.map(({ text }) => text);
}

async function suspend(account: Actor, banExpires: Date | null) {
  await database.db.update(users).set({ banned: true, banExpires }).where(eq(users.id, account.id));
}

test('a comment appears on the profile with its author, and the owner gets a notification', async () => {
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
  const notified = await database.db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, owner.id));
  expect(notified).toMatchObject([{ kind: 'profile-comment', actorId: author.id, count: 1 }]);
});

test('a player can comment on the own profile and gets no notification', async () => {
  const owner = await createPlayer(database.db);
  const ctx = as(owner);
  await postProfileComment(ctx, { username: owner.username, text: 'Hello', key: randomUUID() });
  await ctx.notifier.flush();
  expect(await findTexts(owner)).toEqual(['Hello']);
  expect(await database.db.$count(notifications, eq(notifications.userId, owner.id))).toBe(0);
});

test('a form that is sent again, even at the same time, writes one comment and one notification', async () => {
  const [owner, author] = [await createPlayer(database.db), await createPlayer(database.db)];
  const ctx = as(author);
  const comment = { username: owner.username, text: 'Once', key: randomUUID() };
  const answers = await Promise.all([1, 2, 3].map(() => postProfileComment(ctx, comment)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  await ctx.notifier.flush();
  expect(await findTexts(owner)).toEqual(['Once']);
  const notified = await database.db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, owner.id));
  expect(notified).toMatchObject([{ count: 1 }]);
  const other = postProfileComment(ctx, { ...comment, text: 'Something else' });
  await expect(other).rejects.toThrow(appError('key-reused'));
});

test.each(['', ' \n ', '\u200b\u200d'])('a blank comment is rejected (%j)', async (text) => {
  const owner = await createPlayer(database.db);
  await expect(post(owner, owner, text)).rejects.toThrow(appError('comment-empty'));
  expect(await findTexts(owner)).toEqual([]);
});

test('a comment on a profile that does not exist is rejected', async () => {
  const ctx = as(await createPlayer(database.db));
  for (const username of ['nobody-of-this-name', 'a\0b']) {
    const request = postProfileComment(ctx, { username, text: 'Hello', key: randomUUID() });
    await expect(request).rejects.toThrow(appError('user-not-found'));
  }
});

test('a player can write ten comments a minute', async () => {
  const [owner, author] = [await createPlayer(database.db), await createPlayer(database.db)];
  const rateLimiter = createRateLimiter();
  for (let count = 0; count < 10; count += 1) await post(author, owner, 'Hello', { rateLimiter });
  await expect(post(author, owner, 'Hello', { rateLimiter })).rejects.toThrow(
    appError('rate-limited'),
  );
  await post(owner, owner, 'Hello', { rateLimiter });
  expect(await findTexts(owner)).toHaveLength(11);
});

test('comments are listed ten a page, newest first', async () => {
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

/** Creates a profile with a comment, and an account for each relation to them. */
async function createProfileWithComment() {
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
  visitor: {
    post: 'login-required',
    restriction: 'visitor',
    remove: 'login-required',
    deletable: 'no',
  },
  guest: {
    post: 'guest-not-allowed',
    restriction: 'guest',
    remove: 'comment-gone',
    deletable: 'no',
  },
  owner: { post: 'done', restriction: null, remove: 'done', deletable: 'freely' },
  author: { post: 'done', restriction: null, remove: 'done', deletable: 'freely' },
  stranger: { post: 'done', restriction: null, remove: 'comment-gone', deletable: 'no' },
  blocked: {
    post: 'not-reachable',
    restriction: 'not-reachable',
    remove: 'comment-gone',
    deletable: 'no',
  },
  moderator: { post: 'done', restriction: null, remove: 'comment-gone', deletable: 'with-reason' },
  admin: { post: 'done', restriction: null, remove: 'comment-gone', deletable: 'with-reason' },
} as const;

const getCode = (error: unknown) => (error as { code?: string }).code ?? 'no code';

test.each(Object.entries(rights))(
  'the rights of the %s on a profile',
  async (account, expected) => {
    const { id, owner, people } = await createProfileWithComment();
    const actor = people[account as keyof typeof rights];
    const ctx = as(actor);
    const { restriction } = await getProfilePage(ctx, owner.username);
    expect(restriction).toBe(expected.restriction);
    const { comments } = await listProfileComments(ctx, { profileId: owner.id, page: 1 });
    expect(comments).toMatchObject([{ id, deletable: expected.deletable }]);
    const removed = deleteProfileComment(ctx, { commentId: id });
    expect(await removed.then(() => 'done', getCode)).toBe(expected.remove);
    expect(await findTexts(owner)).toHaveLength(expected.remove === 'done' ? 0 : 1);
    expect(await post(actor, owner, 'Another').then(() => 'done', getCode)).toBe(expected.post);
  },
);

test('after a block the owner can still comment on the other profile, and old comments stay', async () => {
  const { owner, people } = await createProfileWithComment();
  await post(owner, people.blocked);
  expect(await findTexts(people.blocked)).toHaveLength(1);
  expect(await findTexts(owner)).toHaveLength(1);
});

test('a suspended account gets no comments until the suspension is over', async () => {
  const { owner, people } = await createProfileWithComment();
  await suspend(owner, new Date('2026-03-14T12:00:01Z'));
  await expect(post(people.author, owner)).rejects.toThrow(appError('account-suspended'));
  expect(await getProfilePage(as(people.author), owner.username)).toMatchObject({
    restriction: 'suspended',
  });
  await suspend(owner, new Date('2026-03-14T11:59:59Z'));
  await post(people.author, owner);
  await suspend(owner, null);
  await expect(post(people.author, owner)).rejects.toThrow(appError('account-suspended'));
});

test('a comment that could not be written causes no notification', async () => {
  const owner = await createPlayer(database.db);
  const ctx = as(await createPlayer(database.db));
  await database.db.delete(pendingNotifications);
  await expect(
    postProfileComment(ctx, { username: owner.username, text: 'x'.repeat(751), key: randomUUID() }),
  ).rejects.toThrow();
  expect(await database.db.$count(pendingNotifications)).toBe(0);
});

test('of two players who delete the same comment at the same time, one gets an error', async () => {
  const { id, people } = await createProfileWithComment();
  const results = await Promise.allSettled(
    [people.owner, people.author].map((account) =>
      deleteProfileComment(as(account), { commentId: id }),
    ),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
