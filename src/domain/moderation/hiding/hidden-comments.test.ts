import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { discussions } from '#database/schema.ts';
import { createTestComment, createTestDiscussion } from '#test/fixtures/create-discussion.ts';
import { reason, useHiding, withCode } from '#test/fixtures/hiding.ts';
import type { Actor } from '../../actor.ts';
import { deleteProfileComment } from '../../comments/delete-profile-comment.ts';
import { listCommentsByUsername } from '../../comments/list-comments-by-username.ts';
import { listProfileComments } from '../../comments/list-profile-comments.ts';
import { postProfileComment } from '../../comments/post-profile-comment.ts';
import { deleteDiscussionComment } from '../../discussions/comments/delete-discussion-comment.ts';
import { editDiscussionComment } from '../../discussions/comments/edit-discussion-comment.ts';
import {
  findCommentPage,
  findLatestCommentOf,
} from '../../discussions/comments/find-comment-page.ts';
import { listDiscussionComments } from '../../discussions/comments/list-discussion-comments.ts';
import { getFullDiscussion } from '../../discussions/lists/list-discussions-with-comments.ts';
import { listNotifications } from '../../notifications/list-notifications.ts';

const { database, as, player, hide, restore, exportOf } = useHiding();

describe('a hidden comment of a discussion', () => {
  async function create() {
    const [owner, author, reader] = [await player(), await player(), await player()];
    const id = await createTestDiscussion(as(owner), owner);
    const ctx = as(author);
    const comments: string[] = [];
    for (let index = 0; index < 22; index += 1) {
      ctx.testClock.advance(1_000);
      comments.push(
        await createTestComment(ctx, index % 2 ? owner : author, id, `Number ${index}`),
      );
    }
    return { owner, author, reader, id, comments };
  }
  const facts = async (id: string) => {
    const [row] = await database.db.select().from(discussions).where(eq(discussions.id, id));
    return { count: row?.commentCount, last: row?.lastActivityAt.toISOString() };
  };

  it('leaves the count, the pages and the last activity, and returns to its place', async () => {
    const { owner, author, reader, id, comments } = await create();
    const last = comments[20] ?? '';
    const page = (actor: Actor | null, number: number) =>
      listDiscussionComments(as(actor), { discussionId: id, page: number });
    await deleteDiscussionComment(as(owner), { commentId: comments[21] ?? '' });
    const shown = await facts(id);
    const by = await hide('discussion-comment', last);
    expect((await facts(id)).count).toBe(20);
    expect((await facts(id)).last).not.toBe(shown.last);
    expect(await page(reader, 1)).toMatchObject({ all: 20, pages: 2 });
    for (const actor of [null, reader, owner]) {
      expect(await findCommentPage(as(actor), { discussionId: id, commentId: last })).toBeNull();
      const latest = await findLatestCommentOf(as(actor), {
        discussionId: id,
        username: author.username,
      });
      expect(latest?.id).toBe(comments[18]);
    }
    for (const actor of [author, by]) {
      expect(await findCommentPage(as(actor), { discussionId: id, commentId: last })).toBe(3);
      expect(await page(actor, 3)).toMatchObject({
        all: 21,
        comments: [{ id: last, hidden: { cause: 'moderator', reason }, mayEdit: false }],
      });
    }
    expect(JSON.stringify(await getFullDiscussion(as(null), id))).not.toContain('Number 20');
    await expect(
      editDiscussionComment(as(author), { commentId: last, text: 'Other' }),
    ).rejects.toEqual(withCode('thing-hidden'));
    expect(await exportOf(owner, 'discussion-comments')).not.toContain('Number 20');
    expect(await exportOf(author, 'discussion-comments')).toContain('Number 20');
    await restore(by, author);
    expect(await facts(id)).toEqual(shown);
    expect((await page(reader, 3)).comments.map((comment) => comment.id)).toEqual([last]);
  });

  it('is not counted a second time when its author deletes it', async () => {
    const { author, id, comments } = await create();
    await hide('discussion-comment', comments[0] ?? '');
    await deleteDiscussionComment(as(author), { commentId: comments[0] ?? '' });
    expect((await facts(id)).count).toBe(21);
  });

  it('keeps the count right when it is hidden, deleted, restored and commented at the same time', async () => {
    const { owner, author, id, comments } = await create();
    const by = await hide('discussion-comment', comments[4] ?? '');
    await Promise.allSettled([
      restore(by, author),
      deleteDiscussionComment(as(author), { commentId: comments[4] ?? '' }),
      hide('discussion-comment', comments[0] ?? ''),
      hide('discussion-comment', comments[0] ?? ''),
      deleteDiscussionComment(as(author), { commentId: comments[0] ?? '' }),
      hide('discussion-comment', comments[1] ?? ''),
      createTestComment(as(owner), owner, id),
      createTestComment(as(author), author, id),
      hide('discussion-comment', comments[2] ?? ''),
    ]);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => listDiscussionComments(as(null), { discussionId: id, page })),
    );
    const shown = pages.flatMap((page) => page.comments).length;
    expect(pages.map(({ all }) => all)).toEqual([shown, shown, shown, shown]);
  });
});

it('a hidden comment on a profile is listed for its author and moderators, and not for the owner', async () => {
  const [owner, author, reader] = [await player(), await player(), await player()];
  const post = (text: string) =>
    postProfileComment(as(author), { username: owner.username, text, key: randomUUID() });
  const { id } = await post('Rude words');
  const by = await hide('profile-comment', id);
  const list = (actor: Actor | null) =>
    listProfileComments(as(actor), { profileId: owner.id, page: 1 });
  await as(owner).notifier.flush();
  expect((await listNotifications(as(owner), { page: 1 })).unread).toBe(0);
  for (const actor of [null, owner, reader]) {
    expect(await list(actor)).toMatchObject({ all: 0, comments: [] });
  }
  expect(await listCommentsByUsername(as(null), { username: owner.username })).toEqual([]);
  expect(await exportOf(owner, 'profile-comments')).not.toContain('Rude words');
  expect(await exportOf(author, 'profile-comments')).toContain('Rude words');
  for (const actor of [author, by]) {
    expect(await list(actor)).toMatchObject({ all: 1, comments: [{ id, hidden: { reason } }] });
  }
  await expect(deleteProfileComment(as(owner), { commentId: id })).rejects.toEqual(
    withCode('comment-gone'),
  );
  await restore(by, author);
  expect(await list(reader)).toMatchObject({ all: 1, comments: [{ id, hidden: null }] });
  expect((await listNotifications(as(owner), { page: 1 })).unread).toBe(1);
});
