import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discussions, moderationLog, pictures } from '#database/schema.ts';
import { createDiskFileStore } from '#integrations/disk/disk-file-store.ts';
import { createTempDirs } from '#integrations/disk/temp-dirs.ts';
import type { DiscussionsQuery } from '#shared/schemas/discussions.ts';
import { createTestComment, createTestDiscussion } from '#test/fixtures/create-discussion.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createPicture } from '#test/fixtures/gallery.ts';
import { deleteProfileComment } from '../../comments/delete-profile-comment.ts';
import { listCommentsByUsername } from '../../comments/list-comments-by-username.ts';
import { listProfileComments } from '../../comments/list-profile-comments.ts';
import { postProfileComment } from '../../comments/post-profile-comment.ts';
import type { Actor } from '../../context-parts.ts';
import { communitySubjects } from '../../data-export/community-subjects.ts';
import { iterateSubject } from '../../data-export/export-subject.ts';
import { deleteDiscussionComment } from '../../discussions/comments/delete-discussion-comment.ts';
import { editDiscussionComment } from '../../discussions/comments/edit-discussion-comment.ts';
import {
  findCommentPage,
  findLatestCommentOf,
} from '../../discussions/comments/find-comment-page.ts';
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
import { listFiles } from '../../gallery/file-service/list-service-files.ts';
import { findPictureUrl } from '../../gallery/find-picture-url.ts';
import { getPicture } from '../../gallery/get-picture.ts';
import { listPictures } from '../../gallery/list-pictures.ts';
import { openPictureFile } from '../../gallery/storage/open-picture-file.ts';
import { getUploadInfo } from '../../gallery/uploads/get-upload-info.ts';
import { undoAct } from '../../lifecycle/undo-act.ts';
import { getUnreadCounts } from '../../notifications/get-unread-counts.ts';
import { listNotifications } from '../../notifications/list-notifications.ts';
import { getServiceKeys } from '../get-service-keys.ts';
import { reportThing } from '../reports/report-thing.ts';
import { hideThing } from './hide-thing.ts';
import { type HideableThingKind, hideableKinds } from './hideable-kinds.ts';
import { showInTransaction } from './show-thing.ts';

const database = useDatabase({ max: 20 });
const reason = 'against the rules';
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'guildhall-hiding-'));
});
afterAll(() => rm(folder, { recursive: true }));

const as = (actor: Actor | null) => ({
  ...createTestCtx(database.db, {
    gallery: {
      fileStore: createDiskFileStore(path.join(folder, 'files')),
      tempDirs: createTempDirs(path.join(folder, 'work')),
    },
  }),
  actor,
});
const player = () => createPlayer(database.db);
const moderator = () => createPlayer(database.db, { role: 'moderator' });
const withCode = (code: string) => expect.objectContaining({ name: 'AppError', code });

type Hideable = Exclude<HideableThingKind, 'message'>;

async function hide(kind: Hideable, thing: string) {
  const by = await moderator();
  await hideThing(as(by), { kind, thing, reason });
  return by;
}

/** Takes back the act that hid a thing. */
async function restore(by: Actor, author: Actor) {
  const entries = await database.db
    .select()
    .from(moderationLog)
    .where(eq(moderationLog.targetId, author.id));
  const hiding = entries.findLast(({ act }) => act.startsWith('hide-'));
  await undoAct(as(by), { actId: hiding?.id ?? '', reason });
}

async function exportOf(actor: Actor, file: string): Promise<string> {
  const subject = communitySubjects.find((one) => one.file === file);
  if (!subject) throw new Error(`There is no subject ${file}.`);
  return JSON.stringify(await Array.fromAsync(iterateSubject(as(actor), subject, actor.id)));
}

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

it('a hidden picture and its files are for its uploader and moderators', async () => {
  const [uploader, reader] = [await player(), await player()];
  const id = await createPicture(as(null), { userId: uploader.id, caption: 'Rude' });
  const [row] = await database.db.select().from(pictures).where(eq(pictures.id, id));
  const open = async (actor: Actor | null) => {
    const hash = row?.fullHash ?? '';
    const file = await openPictureFile(as(actor), { id, hash, getActor: async () => actor });
    file?.stream.destroy();
    return file && { isHidden: file.isHidden };
  };
  const isListed = async (actor: Actor | null) =>
    (await listPictures(as(actor))).pictures.some((picture) => picture.id === id);
  const filesOf = async () => {
    const page = { from: null, removed: false, stored: null, limit: 100, newestFirst: true };
    return (await listFiles(as(null), page)).files.some((file) => file.id === id);
  };
  const { publicKey } = await getServiceKeys(
    as(await createPlayer(database.db, { role: 'admin' })),
    { withSecret: false },
  );
  expect([await open(null), await filesOf()]).toEqual([{ isHidden: false }, true]);

  const by = await hide('picture', id);
  for (const actor of [null, reader]) {
    expect(await open(actor)).toBeNull();
    await expect(getPicture(as(actor), id)).rejects.toEqual(withCode('picture-gone'));
  }
  for (const actor of [uploader, by]) {
    expect(await open(actor)).toEqual({ isHidden: true });
    expect(await getPicture(as(actor), id)).toMatchObject({ hidden: { reason } });
  }
  for (const actor of [null, reader, uploader, by]) expect(await isListed(actor)).toBe(false);
  expect(await filesOf()).toBe(false);
  for (const size of ['full', 'thumbnail'] as const) {
    await expect(findPictureUrl(as(null), { id, size })).rejects.toEqual(withCode('picture-gone'));
  }
  await expect(getUploadInfo(as(null), { id, publicKey })).rejects.toEqual(withCode('upload-gone'));

  await restore(by, uploader);
  expect([await open(null), await isListed(null), await filesOf()]).toEqual([
    { isHidden: false },
    true,
    true,
  ]);
});

it('a thing that waits for approval is hidden by its cause, and shown by an approval alone', async () => {
  const author = await player();
  const id = await createTestDiscussion(as(author), author);
  const wait = (thing: string) =>
    database.db.transaction(async (tx) => {
      const locked = await hideableKinds.discussion.lock(tx, thing);
      if (!locked) throw new Error('There is no such discussion.');
      const hiding = { cause: 'approval', at: new Date(), logId: null } as const;
      await hideableKinds.discussion.hide(tx, locked, hiding);
    });
  const approve = (thing: string) =>
    database.db.transaction((tx) =>
      showInTransaction(tx, { kind: 'discussion', thing, cause: 'approval', log: null }),
    );
  await wait(id);
  expect(await getDiscussion(as(author), { discussionId: id })).toMatchObject({
    hidden: { cause: 'approval', reason: null },
  });
  const results = await Promise.allSettled([approve(id), approve(id)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await getDiscussion(as(null), { discussionId: id })).hidden).toBeNull();

  const rejected = await createTestDiscussion(as(author), author);
  await wait(rejected);
  const by = await hide('discussion', rejected);
  await expect(approve(rejected)).rejects.toEqual(withCode('not-hidden'));
  await restore(by, author);
  expect((await getDiscussion(as(null), { discussionId: rejected })).hidden).toBeNull();
});

it('only moderators hide, not their own things, and a thing is hidden once', async () => {
  const [author, by] = [await player(), await moderator()];
  const id = await createTestDiscussion(as(author), author);
  const own = await createTestDiscussion(as(by), by);
  const form = { kind: 'discussion', thing: id, reason } as const;
  await expect(hideThing(as(null), form)).rejects.toEqual(withCode('login-required'));
  await expect(hideThing(as(author), form)).rejects.toEqual(withCode('moderators-only'));
  await expect(hideThing(as(by), { ...form, thing: own })).rejects.toEqual(
    withCode('moderate-self'),
  );
  const moderators = await Promise.all(Array.from({ length: 4 }, moderator));
  const results = await Promise.allSettled(moderators.map((one) => hideThing(as(one), form)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const entries = await database.db.$count(moderationLog, eq(moderationLog.targetId, author.id));
  expect(entries).toBe(1);
});
