import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  discussionComments,
  discussions,
  moderationLog,
  notifications,
  textFilters,
} from '#database/schema.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import { deleteDiscussionComment } from '#domain/discussions/comments/delete-discussion-comment.ts';
import { editDiscussionComment } from '#domain/discussions/comments/edit-discussion-comment.ts';
import { postDiscussionComment } from '#domain/discussions/comments/post-discussion-comment.ts';
import { createDiscussion } from '#domain/discussions/create-discussion.ts';
import { editDiscussion } from '#domain/discussions/edit-discussion.ts';
import { getDiscussion } from '#domain/discussions/get-discussion.ts';
import { postPicture } from '#domain/gallery/post-picture.ts';
import { approvalConstants } from '#shared/constants/moderation/approval.ts';
import { createPicture } from '#test/fixtures/gallery.ts';
import { discussionForm } from '#test/fixtures/text-filters.ts';
import { useThingsAwaitingApproval } from '#test/fixtures/things-awaiting-approval.ts';
import { approveThings } from './approve-or-decline.ts';

const { database, as, letFirstWait, queue, approve } = useThingsAwaitingApproval();

const letWordWait = (pattern: string) =>
  database.db.insert(textFilters).values({
    ...{ kind: 'word', pattern, compared: pattern, act: 'wait', changedAt: new Date() },
  });

type TestCtx = Awaited<ReturnType<typeof as>>;
const comment = (ctx: TestCtx, discussionId: string, text = 'Hello') =>
  postDiscussionComment(ctx, { discussionId, text, key: randomUUID() });

const isSeen = async (ctx: TestCtx, discussionId: string) =>
  (await getDiscussion(ctx, { discussionId }).catch(() => null)) !== null;

describe('who waits', () => {
  it.each([
    { role: 'player', ageDays: 0, waits: true },
    { role: 'player', ageDays: 6, waits: true },
    { role: 'player', ageDays: 8, waits: false },
    { role: 'moderator', ageDays: 0, waits: false },
    { role: 'admin', ageDays: 0, waits: false },
  ] as const)('a $role of $ageDays days: $waits', async ({ role, ageDays, waits }) => {
    await letFirstWait(2);
    const author = await as(role, ageDays);
    const { id } = await createDiscussion(author, discussionForm('Fine.'));
    expect(await isSeen(await as('player'), id)).toBe(!waits);
    expect(await isSeen(await as(null), id)).toBe(!waits);
    expect([await isSeen(author, id), await isSeen(await as('moderator'), id)]).toEqual([
      true,
      true,
    ]);
    expect((await queue()).map((thing) => thing.id)).toEqual(waits ? [id] : []);
  });

  it('guests wait however old they are, and nobody waits by default', async () => {
    const { id } = await createDiscussion(await as('player'), discussionForm('Fine.'));
    expect(await queue()).toEqual([]);
    await letFirstWait(1);
    await comment(await as('guest', 900), id);
    expect(await queue()).toMatchObject([{ kind: 'discussion-comment', title: 'A title' }]);
  });

  it('an account waits until so many of its things were approved', async () => {
    await letFirstWait(2);
    const author = await as('player');
    for (const waiting of [1, 1, 0]) {
      const { id } = await createDiscussion(author, discussionForm('Fine.'));
      expect(await queue()).toHaveLength(waiting);
      if (waiting > 0) await approve('discussion', id);
    }
  });
});

describe('what waits', () => {
  it('of every kind is shown, counted and notified when it is approved', async () => {
    const owner = await as('player', 30);
    const { id: discussionId } = await createDiscussion(owner, discussionForm('Fine.'));
    await letFirstWait(10);
    const author = await as('player');
    const { id: commentId } = await comment(author, discussionId);
    const { id: saidId } = await postProfileComment(author, {
      ...{ username: owner.actor?.username ?? '', text: 'Hi', key: randomUUID() },
    });
    const countComments = async () => {
      const [row] = await database.db
        .select({ count: discussions.commentCount })
        .from(discussions)
        .where(eq(discussions.id, discussionId));
      return row?.count;
    };
    const readNotified = async () => {
      await owner.notifier.flush();
      const rows = await database.db
        .select({ kind: notifications.kind })
        .from(notifications)
        .where(eq(notifications.userId, owner.actor?.id ?? ''));
      return rows.map(({ kind }) => kind).sort();
    };
    expect([await countComments(), await readNotified()]).toEqual([0, []]);
    const moderator = await as('moderator');
    expect(
      await approveThings(moderator, [
        { kind: 'discussion-comment', thing: commentId },
        { kind: 'profile-comment', thing: saidId },
        { kind: 'picture', thing: randomUUID() },
      ]),
    ).toEqual({ approved: 2, gone: 1 });
    expect([await countComments(), await readNotified()]).toEqual([
      ...[1, ['discussion-comment', 'profile-comment']],
    ]);
    const logged = await database.db
      .select({ act: moderationLog.act })
      .from(moderationLog)
      .where(eq(moderationLog.moderatorId, moderator.actor?.id ?? ''));
    expect(logged).toEqual([{ act: 'approve' }, { act: 'approve' }]);
  });

  it('can be a picture with its caption', async () => {
    await letFirstWait(1);
    const author = await as('player');
    const id = await createPicture(author, {
      userId: author.actor?.id ?? '',
      publishedAt: null,
    });
    await postPicture(author, { id, caption: 'My cat' });
    await postPicture(author, { id, caption: 'My cat' });
    expect(await queue()).toMatchObject([
      { kind: 'picture', text: 'My cat', picture: { path: expect.any(String) }, found: null },
    ]);
    expect(await approve('picture', id)).toEqual({ approved: 1, gone: 0 });
    expect(await queue()).toEqual([]);
  });

  it('cannot be changed, and its author can delete it', async () => {
    await letFirstWait(1);
    const author = await as('player');
    const { id: discussionId } = await createDiscussion(author, discussionForm('Fine.'));
    await expect(
      editDiscussion(author, { ...discussionForm('Fine.'), discussionId }),
    ).rejects.toMatchObject({
      code: 'thing-hidden',
    });
    await expect(comment(await as('player', 30), discussionId)).rejects.toMatchObject({
      code: 'discussion-gone',
    });
    const { id } = await createDiscussion(await as('player', 30), discussionForm('Fine.'));
    const { id: commentId } = await comment(author, id);
    await deleteDiscussionComment(author, { commentId });
    expect(await approve('discussion-comment', commentId)).toEqual({ approved: 0, gone: 1 });
  });

  it('is at most ten things of an account, also of forms at the same time', async () => {
    await letFirstWait(10);
    const author = await as('player');
    const posts = Array.from({ length: 14 }, () =>
      createDiscussion(author, discussionForm('Fine.')),
    );
    const results = await Promise.allSettled(posts);
    const failed = results.filter((result) => result.status === 'rejected');
    expect(failed).toHaveLength(14 - approvalConstants.waitingMax);
    for (const { reason: error } of failed) expect(error).toMatchObject({ code: 'waiting-limit' });
    expect(await queue()).toHaveLength(approvalConstants.waitingMax);
    // A form that was sent already is answered again.
    const again = await as('player');
    const form = discussionForm('Fine.');
    const first = await createDiscussion(again, form);
    for (let more = 1; more < approvalConstants.waitingMax; more += 1) {
      await createDiscussion(again, discussionForm('Fine.'));
    }
    expect(await createDiscussion(again, form)).toEqual(first);
  });
});

describe('a filter that lets texts wait', () => {
  it('holds for new and changed texts of old accounts too, and says what it found', async () => {
    await letWordWait('odd');
    const author = await as('player', 400);
    const { id: odd } = await createDiscussion(author, discussionForm('How odd!'));
    const { id: fine } = await createDiscussion(author, discussionForm('Fine.'));
    const { id: commentId } = await comment(author, fine);
    await editDiscussionComment(author, { commentId, text: 'An odd one' });
    await editDiscussion(author, { ...discussionForm('0dd'), discussionId: fine });
    const waiting = await queue();
    expect(new Map(waiting.map(({ id, found }) => [id, found]))).toEqual(
      new Map([
        [odd, 'odd'],
        [commentId, 'odd'],
        [fine, '0dd'],
      ]),
    );
    expect(await isSeen(await as('player'), fine)).toBe(false);
  });

  it('does not let the text of somebody else wait', async () => {
    await letWordWait('odd');
    const { id } = await createDiscussion(await as('player', 30), discussionForm('Fine.'));
    const { id: commentId } = await comment(await as('player', 30), id);
    const other = await as('player', 30);
    await expect(
      editDiscussion(other, { ...discussionForm('odd'), discussionId: id }),
    ).rejects.toMatchObject({ code: 'not-author' });
    await expect(editDiscussionComment(other, { commentId, text: 'odd' })).rejects.toMatchObject({
      code: 'comment-gone',
    });
    expect(await queue()).toEqual([]);
  });
});

it('the comments of a deleted discussion no longer wait', async () => {
  const owner = await as('player', 30);
  const { id } = await createDiscussion(owner, discussionForm('Fine.'));
  await letFirstWait(5);
  await comment(await as('player'), id);
  expect(await queue()).toHaveLength(1);
  await database.db.delete(discussions).where(eq(discussions.id, id));
  expect(
    await database.db.$count(discussionComments, eq(discussionComments.discussionId, id)),
  ).toBe(0);
  expect(await queue()).toEqual([]);
});
