import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  discussionComments,
  discussionSearch,
  discussionSubscriptions,
  discussions,
  discussionTagRows,
} from '#database/schema.ts';
import { discussionConstants } from '#shared/constants/discussions/discussions.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import {
  createTestComment,
  createTestDiscussion,
  defaultDiscussionContent,
} from '#test/fixtures/create-discussion.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import type { Actor } from '../actor.ts';
import { deleteDiscussionComment } from './comments/delete-discussion-comment.ts';
import { postDiscussionComment } from './comments/post-discussion-comment.ts';
import { createDiscussion } from './create-discussion.ts';
import { deleteDiscussion } from './delete-discussion.ts';
import { editDiscussion } from './edit-discussion.ts';
import { subscribeToDiscussion, unsubscribeFromDiscussion } from './subscribe-to-discussion.ts';

const database = useDatabase();

const createFixture = async (people: number) => {
  const ctx = createTestCtx(database.db);
  const all = await Promise.all(Array.from({ length: people }, () => createPlayer(database.db)));
  const [author, ...others] = all as [Actor, ...Actor[]];
  return { ctx, author, others, as: (actor: Actor) => ({ ...ctx, actor }) };
};

/**
 * The results of simultaneous calls: 'done' or the code of an AppError. Another error, such as a
 * deadlock, is thrown.
 */
async function outcomes(work: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((one) => {
    if (one.status === 'fulfilled') return 'done';
    if (!isAppError(one.reason)) throw one.reason;
    return one.reason.code;
  });
}

/** The stored counts of a discussion and the actual ones. */
async function counts(discussionId: string) {
  const { db } = database;
  const [row] = await db.select().from(discussions).where(eq(discussions.id, discussionId));
  const tags = await db
    .select({ count: discussionTagRows.commentCount, at: discussionTagRows.lastActivityAt })
    .from(discussionTagRows)
    .where(eq(discussionTagRows.discussionId, discussionId));
  return {
    said: row?.commentCount,
    there: await db.$count(discussionComments, eq(discussionComments.discussionId, discussionId)),
    tags: tags.map(({ count, at }) => [count, at.getTime() === row?.lastActivityAt.getTime()]),
  };
}

test('simultaneous comments, edits, subscriptions and deletions are all counted, without deadlock', async () => {
  const { ctx, author, others, as } = await createFixture(9);
  const discussionId = await createTestDiscussion(ctx, author, { tags: ['Help', 'RPG'] });
  const first = await Promise.all(others.map((one) => createTestComment(ctx, one, discussionId)));
  const work = others.flatMap((one, index) => [
    createTestComment(ctx, one, discussionId, `Again ${index}`),
    deleteDiscussionComment(as(one), { commentId: first[index] ?? '' }),
    index % 2 === 0
      ? subscribeToDiscussion(as(one), { discussionId })
      : unsubscribeFromDiscussion(as(one), { discussionId }),
    editDiscussion(as(author), {
      ...defaultDiscussionContent,
      discussionId,
      tags: ['Help', 'Info'],
    }),
  ]);
  expect(new Set(await outcomes(work))).toEqual(new Set(['done']));
  const expected = {
    said: 8,
    there: 8,
    tags: [
      [8, true],
      [8, true],
    ],
  };
  expect(await counts(discussionId)).toEqual(expected);
});

test('a form that is sent five times at once creates one discussion, and one comment', async () => {
  const { ctx, author, as } = await createFixture(1);
  const form = { ...defaultDiscussionContent, tags: ['Help' as const], key: randomUUID() };
  const created = await Promise.all([1, 2, 3, 4, 5].map(() => createDiscussion(as(author), form)));
  expect(new Set(created.map(({ id }) => id)).size).toBe(1);
  const discussionId = created[0]?.id ?? '';
  const comment = { discussionId, text: 'Once', key: randomUUID() };
  const posted = await Promise.all(
    [1, 2, 3, 4, 5].map(() => postDiscussionComment(as(author), comment)),
  );
  expect(new Set(posted.map(({ id }) => id)).size).toBe(1);
  expect(await counts(discussionId)).toEqual({ said: 1, there: 1, tags: [[1, true]] });
  expect(await database.db.$count(discussions, eq(discussions.authorId, author.id))).toBe(1);
  const other = createDiscussion({ ...ctx, actor: author }, { ...form, title: 'Another' });
  await expect(other).rejects.toMatchObject({ code: 'key-reused' });
});

test('a comment that is deleted twice at once is counted once', async () => {
  const { ctx, author, as } = await createFixture(1);
  const discussionId = await createTestDiscussion(ctx, author);
  await createTestComment(ctx, author, discussionId);
  const commentId = await createTestComment(ctx, author, discussionId);
  const work = [1, 2, 3].map(() => deleteDiscussionComment(as(author), { commentId }));
  expect((await outcomes(work)).toSorted()).toEqual(['comment-gone', 'comment-gone', 'done']);
  expect(await counts(discussionId)).toMatchObject({ said: 1, there: 1 });
});

test('a comment in a discussion that is deleted at the same time leaves no rows', async () => {
  const { ctx, author, others, as } = await createFixture(7);
  const discussionId = await createTestDiscussion(ctx, author, { tags: ['Help'] });
  const work = [
    ...others.slice(0, 3).map((one) => createTestComment(ctx, one, discussionId)),
    deleteDiscussion(as(author), { discussionId }),
    ...others.slice(3).map((one) => createTestComment(ctx, one, discussionId)),
    subscribeToDiscussion(as(author), { discussionId }),
    editDiscussion(as(author), { ...defaultDiscussionContent, discussionId, tags: ['Info'] }),
  ];
  const answers = await outcomes(work);
  expect(answers[3]).toBe('done');
  for (const answer of answers) expect(['done', 'discussion-gone']).toContain(answer);
  const { db } = database;
  const tables = [discussionComments, discussionSubscriptions, discussionTagRows, discussionSearch];
  for (const table of tables) {
    expect(await db.$count(table, eq(table.discussionId, discussionId))).toBe(0);
  }
});

test('after a discussion was made private, others can no longer comment; earlier comments stay', async () => {
  const { ctx, author, others, as } = await createFixture(6);
  const discussionId = await createTestDiscussion(ctx, author);
  const answers = await outcomes([
    ...others.map((one) => createTestComment(ctx, one, discussionId)),
    editDiscussion(as(author), { ...defaultDiscussionContent, discussionId, isPrivate: true }),
  ]);
  const posted = answers.slice(0, -1).filter((answer) => answer === 'done').length;
  expect(await counts(discussionId)).toMatchObject({ said: posted, there: posted });
  const lateOutcome = await outcomes([createTestComment(ctx, others[0] as Actor, discussionId)]);
  expect(lateOutcome).toEqual(['discussion-private']);
});

test('of simultaneous comments for the last free place one succeeds; deleting a comment frees a place', async () => {
  const { ctx, author, others, as } = await createFixture(6);
  const discussionId = await createTestDiscussion(ctx, author);
  const commentId = await createTestComment(ctx, author, discussionId);
  const almostFull = { commentCount: discussionConstants.commentsMax - 1 };
  await database.db.update(discussions).set(almostFull).where(eq(discussions.id, discussionId));
  const write = () => outcomes(others.map((one) => createTestComment(ctx, one, discussionId)));
  const oneSucceeds = [
    'discussion-full',
    'discussion-full',
    'discussion-full',
    'discussion-full',
    'done',
  ];
  expect((await write()).toSorted()).toEqual(oneSucceeds.toSorted());
  expect(await counts(discussionId)).toMatchObject({
    said: discussionConstants.commentsMax,
    there: 2,
  });
  await deleteDiscussionComment(as(author), { commentId });
  expect((await write()).toSorted()).toEqual(oneSucceeds.toSorted());
  expect(discussionConstants.commentsMax).toBe(
    discussionConstants.commentPageSize * discussionConstants.commentPageMax,
  );
});

test('in a full private discussion others get the error that it is private', async () => {
  const { ctx, author, others } = await createFixture(2);
  const discussionId = await createTestDiscussion(ctx, author, { isPrivate: true });
  const almostFull = { commentCount: discussionConstants.commentsMax };
  await database.db.update(discussions).set(almostFull).where(eq(discussions.id, discussionId));
  const tries = [author, ...others].map((one) => createTestComment(ctx, one, discussionId));
  expect(await outcomes(tries)).toEqual(['discussion-full', 'discussion-private']);
});
