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
import { discussionConstants } from '#shared/constants/discussions.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { beginDiscussion, say, someContent } from '#test/fixtures/create-discussion.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import type { Actor } from '../base-context.ts';
import { createDiscussion } from './create-discussion.ts';
import { deleteDiscussion } from './delete-discussion.ts';
import { deleteDiscussionComment } from './delete-discussion-comment.ts';
import { editDiscussion } from './edit-discussion.ts';
import { postDiscussionComment } from './post-discussion-comment.ts';
import { subscribe, unsubscribe } from './subscribe.ts';

const database = useDatabase();

const scene = async (people: number) => {
  const ctx = createTestCtx(database.db);
  const all = await Promise.all(Array.from({ length: people }, () => createPlayer(database.db)));
  const [author, ...others] = all as [Actor, ...Actor[]];
  return { ctx, author, others, as: (actor: Actor) => ({ ...ctx, actor }) };
};

/** Refusals are answers; anything else, such as a deadlock, is a fault. */
async function outcomes(work: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((one) => {
    if (one.status === 'fulfilled') return 'done';
    if (!isAppError(one.reason)) throw one.reason;
    return one.reason.code;
  });
}

/** What a discussion says of itself, and what is there. */
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

test('many who comment, edit, subscribe and delete at once are counted, and none is kept waiting for ever', async () => {
  const { ctx, author, others, as } = await scene(9);
  const discussionId = await beginDiscussion(ctx, author, { tags: ['Help', 'RPG'] });
  const first = await Promise.all(others.map((one) => say(ctx, one, discussionId)));
  const work = others.flatMap((one, index) => [
    say(ctx, one, discussionId, `Again ${index}`),
    deleteDiscussionComment(as(one), { commentId: first[index] ?? '' }),
    index % 2 === 0 ? subscribe(as(one), { discussionId }) : unsubscribe(as(one), { discussionId }),
    editDiscussion(as(author), { ...someContent, discussionId, tags: ['Help', 'Info'] }),
  ]);
  expect(new Set(await outcomes(work))).toEqual(new Set(['done']));
  const told = {
    said: 8,
    there: 8,
    tags: [
      [8, true],
      [8, true],
    ],
  };
  expect(await counts(discussionId)).toEqual(told);
});

test('a form that is sent five times at once is one discussion, and one comment', async () => {
  const { ctx, author, as } = await scene(1);
  const form = { ...someContent, tags: ['Help' as const], key: randomUUID() };
  const made = await Promise.all([1, 2, 3, 4, 5].map(() => createDiscussion(as(author), form)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  const discussionId = made[0]?.id ?? '';
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

test('a comment that two delete at once is taken off once', async () => {
  const { ctx, author, as } = await scene(1);
  const discussionId = await beginDiscussion(ctx, author);
  await say(ctx, author, discussionId);
  const commentId = await say(ctx, author, discussionId);
  const work = [1, 2, 3].map(() => deleteDiscussionComment(as(author), { commentId }));
  expect((await outcomes(work)).toSorted()).toEqual(['comment-gone', 'comment-gone', 'done']);
  expect(await counts(discussionId)).toMatchObject({ said: 1, there: 1 });
});

test('whoever comments in a discussion that is deleted meanwhile is before or after it, never in between', async () => {
  const { ctx, author, others, as } = await scene(7);
  const discussionId = await beginDiscussion(ctx, author, { tags: ['Help'] });
  const work = [
    ...others.slice(0, 3).map((one) => say(ctx, one, discussionId)),
    deleteDiscussion(as(author), { discussionId }),
    ...others.slice(3).map((one) => say(ctx, one, discussionId)),
    subscribe(as(author), { discussionId }),
    editDiscussion(as(author), { ...someContent, discussionId, tags: ['Info'] }),
  ];
  const answers = await outcomes(work);
  expect(answers[3]).toBe('done');
  for (const answer of answers) expect(['done', 'discussion-gone']).toContain(answer);
  const { db } = database;
  const left = [discussionComments, discussionSubscriptions, discussionTagRows, discussionSearch];
  for (const table of left) {
    expect(await db.$count(table, eq(table.discussionId, discussionId))).toBe(0);
  }
});

test('who makes a discussion private lets in what came before, and nothing after', async () => {
  const { ctx, author, others, as } = await scene(6);
  const discussionId = await beginDiscussion(ctx, author);
  const answers = await outcomes([
    ...others.map((one) => say(ctx, one, discussionId)),
    editDiscussion(as(author), { ...someContent, discussionId, isPrivate: true }),
  ]);
  const posted = answers.slice(0, -1).filter((answer) => answer === 'done').length;
  expect(await counts(discussionId)).toMatchObject({ said: posted, there: posted });
  const late = await outcomes([say(ctx, others[0] as Actor, discussionId)]);
  expect(late).toEqual(['discussion-private']);
});

test('of many who write the last comment that there is room for one does; who deletes one makes room', async () => {
  const { ctx, author, others, as } = await scene(6);
  const discussionId = await beginDiscussion(ctx, author);
  const commentId = await say(ctx, author, discussionId);
  const full = { commentCount: discussionConstants.commentsMax - 1 };
  await database.db.update(discussions).set(full).where(eq(discussions.id, discussionId));
  const write = () => outcomes(others.map((one) => say(ctx, one, discussionId)));
  const oneIn = [
    'discussion-full',
    'discussion-full',
    'discussion-full',
    'discussion-full',
    'done',
  ];
  expect((await write()).toSorted()).toEqual(oneIn.toSorted());
  expect(await counts(discussionId)).toMatchObject({
    said: discussionConstants.commentsMax,
    there: 2,
  });
  await deleteDiscussionComment(as(author), { commentId });
  expect((await write()).toSorted()).toEqual(oneIn.toSorted());
  expect(discussionConstants.commentsMax).toBe(
    discussionConstants.commentPageSize * discussionConstants.commentPageMax,
  );
});

test('of a discussion that is full and private others hear that it is private', async () => {
  const { ctx, author, others } = await scene(2);
  const discussionId = await beginDiscussion(ctx, author, { isPrivate: true });
  const full = { commentCount: discussionConstants.commentsMax };
  await database.db.update(discussions).set(full).where(eq(discussions.id, discussionId));
  const tries = [author, ...others].map((one) => say(ctx, one, discussionId));
  expect(await outcomes(tries)).toEqual(['discussion-full', 'discussion-private']);
});
