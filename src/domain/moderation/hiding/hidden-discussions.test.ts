import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DiscussionsQuery } from '#shared/schemas/discussions.ts';
import { createTestComment, createTestDiscussion } from '#test/fixtures/create-discussion.ts';
import { reason, useHiding, withCode } from '#test/fixtures/hiding.ts';
import type { Actor } from '../../actor.ts';
import { listDiscussionComments } from '../../discussions/comments/list-discussion-comments.ts';
import { postDiscussionComment } from '../../discussions/comments/post-discussion-comment.ts';
import { editDiscussion } from '../../discussions/edit-discussion.ts';
import { getDiscussion } from '../../discussions/get-discussion.ts';
import { listDiscussions } from '../../discussions/lists/list-discussions.ts';
import {
  getFullDiscussion,
  listDiscussionsWithComments,
} from '../../discussions/lists/list-discussions-with-comments.ts';
import { listSitemapDiscussions } from '../../discussions/lists/list-sitemap-discussions.ts';
import { subscribeToDiscussion } from '../../discussions/subscribe-to-discussion.ts';
import { getUnreadCounts } from '../../notifications/get-unread-counts.ts';
import { listNotifications } from '../../notifications/list-notifications.ts';
import { reportThing } from '../cases/report-thing.ts';

const { as, player, moderator, hide, restore, exportOf } = useHiding();

const query: DiscussionsQuery = {
  q: '',
  genre: [],
  game: null,
  order: 'newest',
  perPage: 20,
  page: 1,
};

describe('a hidden discussion', () => {
  async function create() {
    const [author, reader, commenter] = [await player(), await player(), await player()];
    const word = `w${randomUUID().replaceAll('-', '')}`;
    const id = await createTestDiscussion(as(author), author, {
      title: word,
      tags: ['RPG', 'Help'],
    });
    await createTestComment(as(commenter), commenter, id, 'A comment of somebody else.');
    return { author, reader, commenter, word, id };
  }

  /** Everything in which `ctx` could find the discussion. */
  async function findEverywhere(actor: Actor | null, { id, word }: { id: string; word: string }) {
    const ctx = as(actor);
    const lists = await Promise.all(
      (['newest', 'activity', 'comments'] as const).flatMap((order) => [
        listDiscussions(ctx, { ...query, order }),
        listDiscussions(ctx, { ...query, order, genre: ['RPG'] }),
        listDiscussions(ctx, { ...query, order, genre: ['RPG', 'Help'] }),
        listDiscussions(ctx, { ...query, order, q: word }),
      ]),
    );
    return {
      listed: lists.map((list) => list.discussions.some((one) => one.id === id)),
      totals: lists.map(({ total }) => total),
      sitemap: (await listSitemapDiscussions(ctx, { limit: 100 })).some((one) => one.id === id),
      api: JSON.stringify(await listDiscussionsWithComments(ctx)).includes(word),
    };
  }

  it('is in no list, search, count or API, and returns to all of them in its place', async () => {
    const fixture = await create();
    const later = await create();
    const before = await findEverywhere(fixture.reader, fixture);
    expect(before.listed).not.toContain(false);
    const by = await hide('discussion', fixture.id);
    for (const actor of [null, fixture.reader, fixture.author, by]) {
      const after = await findEverywhere(actor, fixture);
      expect(after.listed).not.toContain(true);
      expect(after.totals).toEqual(before.totals.map((total) => total - 1));
      expect(after).toMatchObject({ sitemap: false, api: false });
    }
    await restore(by, fixture.author);
    expect(await findEverywhere(fixture.reader, fixture)).toEqual(before);
    const { discussions: listed } = await listDiscussions(as(null), { ...query });
    expect(listed.map(({ id }) => id).slice(0, 2)).toEqual([later.id, fixture.id]);
  });

  it('is read by its author and moderators alone, with the reason for its author', async () => {
    const { author, reader, commenter, id } = await create();
    await hide('discussion', id);
    for (const actor of [null, reader, commenter]) {
      const ctx = as(actor);
      const gone = withCode('discussion-gone');
      await expect(getDiscussion(ctx, { discussionId: id })).rejects.toEqual(gone);
      await expect(listDiscussionComments(ctx, { discussionId: id, page: 1 })).rejects.toEqual(
        gone,
      );
      await expect(getFullDiscussion(ctx, id)).rejects.toEqual(gone);
    }
    await expect(
      reportThing(as(reader), { kind: 'discussion', thing: id, reason: 'spam', text: '' }),
    ).rejects.toEqual(withCode('thing-gone'));
    for (const actor of [author, await moderator()]) {
      const discussion = await getDiscussion(as(actor), { discussionId: id });
      expect(discussion).toMatchObject({
        hidden: { cause: 'moderator', reason },
        mayComment: false,
        mayEdit: false,
      });
      const { comments } = await listDiscussionComments(as(actor), { discussionId: id, page: 1 });
      expect(comments).toHaveLength(1);
    }
  });

  it('cannot be changed, commented or followed, and its author can delete it', async () => {
    const { author, reader, commenter, id } = await create();
    await hide('discussion', id);
    const form = { discussionId: id, text: 'Too late', key: randomUUID() };
    await expect(postDiscussionComment(as(reader), form)).rejects.toEqual(
      withCode('discussion-gone'),
    );
    await expect(postDiscussionComment(as(author), form)).rejects.toEqual(withCode('thing-hidden'));
    await expect(subscribeToDiscussion(as(reader), { discussionId: id })).rejects.toEqual(
      withCode('discussion-gone'),
    );
    const content = { title: 'Other', content: 'Other', game: '', tags: [], isPrivate: false };
    const edit = (actor: Actor) => editDiscussion(as(actor), { discussionId: id, ...content });
    await expect(edit(author)).rejects.toEqual(withCode('thing-hidden'));
    await expect(edit(reader)).rejects.toEqual(withCode('discussion-gone'));
    expect(await exportOf(author, 'discussions')).toContain('"hiddenCause":"moderator"');
    expect(await exportOf(commenter, 'discussion-comments')).not.toContain(author.username);
  });

  it('is in no notification while it is hidden', async () => {
    const { author, commenter, id } = await create();
    await as(author).notifier.flush();
    const read = async () => {
      const { entries, unread } = await listNotifications(as(author), { page: 1 });
      const comments = entries.filter(({ kind }) => kind === 'discussion-comment').length;
      return { comments, unread, counted: (await getUnreadCounts(as(author), author.id)).notices };
    };
    expect(await read()).toEqual({ comments: 1, unread: 1, counted: 1 });
    await createTestComment(as(commenter), commenter, id, 'Written just before');
    const by = await hide('discussion', id);
    await as(author).notifier.flush();
    // What is left is that a moderator hid it.
    expect(await read()).toEqual({ comments: 0, unread: 1, counted: 1 });
    await restore(by, author);
    await as(author).notifier.flush();
    expect(await read()).toEqual({ comments: 1, unread: 3, counted: 3 });
  });
});

it('a comment that arrives while its discussion is hidden is either before it or refused', async () => {
  const [owner, author] = [await player(), await player()];
  const id = await createTestDiscussion(as(owner), owner);
  const results = await Promise.allSettled([
    ...Array.from({ length: 5 }, () => createTestComment(as(author), author, id)),
    hide('discussion', id),
    ...Array.from({ length: 5 }, () => createTestComment(as(author), author, id)),
  ]);
  const codes = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(codes.filter((code) => code !== 'discussion-gone')).toEqual([]);
  const { all, comments } = await listDiscussionComments(as(owner), { discussionId: id, page: 1 });
  expect(comments).toHaveLength(10 - codes.length);
  expect(all).toBe(10 - codes.length);
});
