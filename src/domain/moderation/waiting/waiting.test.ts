import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  discussionComments,
  discussions,
  moderationLog,
  notifications,
  pictures,
  profileComments,
  siteSettings,
  textFilters,
  users,
} from '#database/schema.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import { deleteDiscussionComment } from '#domain/discussions/comments/delete-discussion-comment.ts';
import { editDiscussionComment } from '#domain/discussions/comments/edit-discussion-comment.ts';
import { postDiscussionComment } from '#domain/discussions/comments/post-discussion-comment.ts';
import { createDiscussion } from '#domain/discussions/create-discussion.ts';
import { editDiscussion } from '#domain/discussions/edit-discussion.ts';
import { getDiscussion } from '#domain/discussions/get-discussion.ts';
import { postPicture } from '#domain/gallery/post-picture.ts';
import { approvalConstants, type WaitingKind } from '#shared/constants/approval.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createPicture } from '#test/fixtures/gallery.ts';
import { approveThings, declineThing } from './decide-waiting.ts';
import { countWaitingThings, listWaiting } from './list-waiting.ts';

const database = useDatabase({ max: 20 });
const reason = 'This is advertising.';
const day = 24 * 60 * 60 * 1000;

beforeEach(async () => {
  await database.db.delete(textFilters);
  await database.db.delete(siteSettings);
  for (const table of [discussions, profileComments, pictures]) await database.db.delete(table);
});

async function as(role: 'guest' | 'player' | 'moderator' | 'admin' | null, ageDays = 0) {
  const ctx = createTestCtx(database.db);
  const actor = role === null ? null : await createPlayer(database.db, { role });
  if (actor && role !== 'guest') {
    const registeredAt = new Date(ctx.clock.now().getTime() - ageDays * day);
    await database.db.update(users).set({ registeredAt }).where(eq(users.id, actor.id));
  }
  return { ...ctx, actor };
}

async function letFirstWait(waitingTexts: number, waitingDays = 7) {
  await database.db.insert(siteSettings).values([
    { key: 'waitingTexts', value: waitingTexts },
    { key: 'waitingDays', value: waitingDays },
  ]);
}

const letWordWait = (pattern: string) =>
  database.db.insert(textFilters).values({
    ...{ kind: 'word', pattern, compared: pattern, act: 'wait', changedAt: new Date() },
  });

const content = (text = 'Fine.') => ({
  ...{ title: 'A title', content: text, game: '', tags: [], isPrivate: false, key: randomUUID() },
});

type TestCtx = Awaited<ReturnType<typeof as>>;
const comment = (ctx: TestCtx, discussionId: string, text = 'Hello') =>
  postDiscussionComment(ctx, { discussionId, text, key: randomUUID() });

const queue = async (ctx?: TestCtx) =>
  (await listWaiting(ctx ?? (await as('moderator')), { page: 1 })).things;
const approve = async (kind: WaitingKind, thing: string) =>
  approveThings(await as('moderator'), [{ kind, thing }]);

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
    const { id } = await createDiscussion(author, content());
    expect(await isSeen(await as('player'), id)).toBe(!waits);
    expect(await isSeen(await as(null), id)).toBe(!waits);
    expect([await isSeen(author, id), await isSeen(await as('moderator'), id)]).toEqual([
      true,
      true,
    ]);
    expect((await queue()).map((thing) => thing.id)).toEqual(waits ? [id] : []);
  });

  it('guests wait however old they are, and nobody waits by default', async () => {
    const { id } = await createDiscussion(await as('player'), content());
    expect(await queue()).toEqual([]);
    await letFirstWait(1);
    await comment(await as('guest', 900), id);
    expect(await queue()).toMatchObject([{ kind: 'discussion-comment', title: 'A title' }]);
  });

  it('an account waits until so many of its things were approved', async () => {
    await letFirstWait(2);
    const author = await as('player');
    for (const waiting of [1, 1, 0]) {
      const { id } = await createDiscussion(author, content());
      expect(await queue()).toHaveLength(waiting);
      if (waiting > 0) await approve('discussion', id);
    }
  });
});

describe('what waits', () => {
  it('of every kind is shown, counted and notified when it is approved', async () => {
    const owner = await as('player', 30);
    const { id: discussionId } = await createDiscussion(owner, content());
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
    const { id: discussionId } = await createDiscussion(author, content());
    await expect(editDiscussion(author, { ...content(), discussionId })).rejects.toMatchObject({
      code: 'thing-hidden',
    });
    await expect(comment(await as('player', 30), discussionId)).rejects.toMatchObject({
      code: 'discussion-gone',
    });
    const { id } = await createDiscussion(await as('player', 30), content());
    const { id: commentId } = await comment(author, id);
    await deleteDiscussionComment(author, { commentId });
    expect(await approve('discussion-comment', commentId)).toEqual({ approved: 0, gone: 1 });
  });

  it('is at most ten things of an account, also of forms at the same time', async () => {
    await letFirstWait(10);
    const author = await as('player');
    const posts = Array.from({ length: 14 }, () => createDiscussion(author, content()));
    const results = await Promise.allSettled(posts);
    const failed = results.filter((result) => result.status === 'rejected');
    expect(failed).toHaveLength(14 - approvalConstants.waitingMax);
    for (const { reason: error } of failed) expect(error).toMatchObject({ code: 'waiting-limit' });
    expect(await queue()).toHaveLength(approvalConstants.waitingMax);
    // A form that was sent already is answered again.
    const again = await as('player');
    const form = content();
    const first = await createDiscussion(again, form);
    for (let more = 1; more < approvalConstants.waitingMax; more += 1) {
      await createDiscussion(again, content());
    }
    expect(await createDiscussion(again, form)).toEqual(first);
  });
});

describe('a filter that lets texts wait', () => {
  it('holds for new and changed texts of old accounts too, and says what it found', async () => {
    await letWordWait('odd');
    const author = await as('player', 400);
    const { id: odd } = await createDiscussion(author, content('How odd!'));
    const { id: fine } = await createDiscussion(author, content());
    const { id: commentId } = await comment(author, fine);
    await editDiscussionComment(author, { commentId, text: 'An odd one' });
    await editDiscussion(author, { ...content('0dd'), discussionId: fine });
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
    const { id } = await createDiscussion(await as('player', 30), content());
    const { id: commentId } = await comment(await as('player', 30), id);
    const other = await as('player', 30);
    await expect(
      editDiscussion(other, { ...content('odd'), discussionId: id }),
    ).rejects.toMatchObject({ code: 'not-author' });
    await expect(editDiscussionComment(other, { commentId, text: 'odd' })).rejects.toMatchObject({
      code: 'comment-gone',
    });
    expect(await queue()).toEqual([]);
  });
});

describe('deciding', () => {
  async function createWaiting() {
    await letFirstWait(10);
    const author = await as('player');
    const { id } = await createDiscussion(author, content());
    return { author, thing: { kind: 'discussion' as const, thing: id } };
  }

  it.each([null, 'guest', 'player'] as const)('is not for a %s', async (role) => {
    const { thing } = await createWaiting();
    const ctx = await as(role);
    const refused = { code: role === null ? 'login-required' : 'moderators-only' };
    await expect(listWaiting(ctx, { page: 1 })).rejects.toMatchObject(refused);
    await expect(countWaitingThings(ctx)).rejects.toMatchObject(refused);
    await expect(approveThings(ctx, [thing])).rejects.toMatchObject(refused);
    await expect(declineThing(ctx, { ...thing, reason })).rejects.toMatchObject(refused);
    expect(await queue()).toHaveLength(1);
  });

  it('is not for its author who became a moderator', async () => {
    const { author, thing } = await createWaiting();
    const promoted = {
      ...author,
      actor: author.actor && { ...author.actor, role: 'moderator' as const },
    };
    await expect(approveThings(promoted, [thing])).rejects.toMatchObject({ code: 'moderate-self' });
    await expect(declineThing(promoted, { ...thing, reason })).rejects.toMatchObject({
      code: 'moderate-self',
    });
    expect([await queue(promoted), (await queue()).length]).toEqual([[], 1]);
  });

  it('is possible once: of two moderators and of a form that is sent twice', async () => {
    const { author, thing } = await createWaiting();
    const [one, two] = [await as('moderator'), await as('moderator')];
    const both = await Promise.all([approveThings(one, [thing]), approveThings(two, [thing])]);
    expect(both.map(({ approved }) => approved).sort()).toEqual([0, 1]);
    await expect(declineThing(two, { ...thing, reason })).rejects.toMatchObject({
      code: 'not-waiting',
    });
    const logged = await database.db
      .select({ act: moderationLog.act })
      .from(moderationLog)
      .where(eq(moderationLog.targetId, author.actor?.id ?? ''));
    expect(logged).toEqual([{ act: 'approve' }]);
  });

  it('with a reason keeps it hidden, and its author is told', async () => {
    const { author, thing } = await createWaiting();
    const moderator = await as('moderator');
    await declineThing(moderator, { ...thing, reason });
    expect(await queue()).toEqual([]);
    expect(await isSeen(await as('player'), thing.thing)).toBe(false);
    expect(await approveThings(moderator, [thing])).toEqual({ approved: 0, gone: 1 });
    await author.notifier.flush();
    const told = await database.db
      .select({ name: notifications.thingName })
      .from(notifications)
      .where(
        and(eq(notifications.userId, author.actor?.id ?? ''), eq(notifications.kind, 'moderation')),
      );
    expect(told).toEqual([{ name: 'A moderator hid a discussion of yours.' }]);
    const found = await getDiscussion(author, { discussionId: thing.thing });
    expect(found).toMatchObject({ hidden: { cause: 'moderator', reason } });
  });

  it('shows the oldest first, in pages', async () => {
    await letFirstWait(10);
    for (let author = 0; author < 3; author += 1) {
      const ctx = await as('player');
      for (let post = 0; post < 8; post += 1) {
        ctx.testClock.advance(1_000);
        await createDiscussion(ctx, content());
      }
    }
    const moderator = await as('moderator');
    const pages = [
      await listWaiting(moderator, { page: 1 }),
      await listWaiting(moderator, { page: 2 }),
    ];
    expect(pages.map(({ things }) => things.length)).toEqual([20, 4]);
    expect(pages.map(({ total, pages: count }) => [total, count])).toEqual([
      [24, 2],
      [24, 2],
    ]);
    const times = pages.flatMap(({ things }) => things.map(({ since }) => since.getTime()));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

it('the comments of a deleted discussion no longer wait', async () => {
  const owner = await as('player', 30);
  const { id } = await createDiscussion(owner, content());
  await letFirstWait(5);
  await comment(await as('player'), id);
  expect(await queue()).toHaveLength(1);
  await database.db.delete(discussions).where(eq(discussions.id, id));
  expect(
    await database.db.$count(discussionComments, eq(discussionComments.discussionId, id)),
  ).toBe(0);
  expect(await queue()).toEqual([]);
});
