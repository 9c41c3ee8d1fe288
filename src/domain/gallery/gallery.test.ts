import { eq } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { moderationLog, pictures, users } from '#database/schema.ts';
import { pictureConstants } from '#shared/constants/gallery/gallery.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, overrideCtx } from '#test/fixtures/factories.ts';
import { createPicture } from '#test/fixtures/gallery.ts';
import { useUploadServer } from '#test/fixtures/uploads.ts';
import type { Actor } from '../actor.ts';
import { deleteThing } from '../moderation/deleting/delete-thing.ts';
import { deletePicture } from './delete-picture.ts';
import { getPicture } from './get-picture.ts';
import { listPictures } from './list-pictures.ts';
import { postPicture } from './post-picture.ts';
import { issueUploadToken } from './uploads/upload-token.ts';

const database = useDatabase();
const createUploadFixture = useUploadServer(database);

const appErrorWithCode = (code: string) => expect.objectContaining({ name: 'AppError', code });
const getCode = (error: unknown) => (error as { code?: string }).code ?? 'no error';

async function createFixture() {
  const { ctx, filesLeft, purgeLater } = await createUploadFixture();
  await database.db.delete(pictures);
  const as = (actor: Actor | null) => ({ ...ctx, actor });
  return { ctx, as, filesLeft, purgeLater, uploader: await createPlayer(database.db) };
}

describe('the gallery', () => {
  it('lists newest first, page by page, each picture once, also pictures of the same moment', async () => {
    const { ctx, as, uploader } = await createFixture();
    const ids: string[] = [];
    for (let count = 0; count < pictureConstants.pageSize + 5; count += 1) {
      if (count % 3 === 0) ctx.testClock.advance(1_000);
      ids.push(await createPicture(ctx, { userId: uploader.id }));
    }
    const first = await listPictures(as(null));
    expect(first.pictures).toHaveLength(pictureConstants.pageSize);
    // New pictures do not shift the later pages.
    ctx.testClock.advance(1_000);
    const newPicture = await createPicture(ctx, { userId: uploader.id });
    const second = await listPictures(as(null), { after: first.next });
    expect(second.next).toBeNull();
    const listedIds = [...first.pictures, ...second.pictures].map(({ id }) => id);
    expect(new Set(listedIds)).toEqual(new Set(ids));
    expect(listedIds).toHaveLength(ids.length);
    const times = [...first.pictures, ...second.pictures].map((one) => one.publishedAt.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect((await listPictures(as(null))).pictures[0]?.id).toBe(newPicture);
  });

  it('continues after a picture that was deleted in the meantime', async () => {
    const { ctx, as, uploader } = await createFixture();
    for (let count = 0; count < pictureConstants.pageSize + 2; count += 1) {
      ctx.testClock.advance(1_000);
      await createPicture(ctx, { userId: uploader.id });
    }
    const { next } = await listPictures(as(null));
    if (next === null) throw new Error('There is no second page.');
    await deletePicture(as(uploader), { id: next });
    expect((await listPictures(as(null), { after: next })).pictures).toHaveLength(2);
  });

  it('shows what a page needs of each picture, and nothing private', async () => {
    const { ctx, as, uploader } = await createFixture();
    const id = await createPicture(ctx, { userId: uploader.id, caption: 'At the fair' });
    const { picture } = await getPicture(as(null), id);
    expect(picture).toEqual({
      id,
      caption: 'At the fair',
      publishedAt: ctx.clock.now(),
      uploader: {
        username: uploader.username,
        name: uploader.name,
        profilePic: 'profile1.webp',
        role: 'player',
      },
      full: {
        path: expect.stringMatching(`^/photos/${id}/[0-9a-f]{64}.webp$`),
        width: 1200,
        height: 800,
      },
      thumbnail: { path: expect.stringContaining(id), width: 480, height: 320 },
      deletable: 'no',
    });
  });

  it('links each picture to its neighbours', async () => {
    const { ctx, as, uploader } = await createFixture();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      ctx.testClock.advance(1_000);
      ids.push(await createPicture(ctx, { userId: uploader.id }));
    }
    const [oldest = '', middle = '', newest = ''] = ids;
    await createPicture(ctx, { userId: uploader.id, publishedAt: null });
    expect(await getPicture(as(null), middle)).toMatchObject({ newer: newest, older: oldest });
    expect(await getPicture(as(null), newest)).toMatchObject({ newer: null, older: middle });
    expect(await getPicture(as(null), oldest)).toMatchObject({ newer: middle, older: null });
  });

  it('does not contain pictures that are not posted, deleted or unknown', async () => {
    const { ctx, as, uploader } = await createFixture();
    const hidden = await createPicture(ctx, { userId: uploader.id, publishedAt: null });
    const deleted = await createPicture(ctx, { userId: uploader.id });
    await deletePicture(as(uploader), { id: deleted });
    expect((await listPictures(as(uploader))).pictures).toEqual([]);
    for (const id of [hidden, deleted, uploader.id]) {
      await expect(getPicture(as(uploader), id)).rejects.toThrow(appErrorWithCode('picture-gone'));
    }
  });
});

describe('posting', () => {
  it('puts an uploaded picture into the gallery once', async () => {
    const { ctx, as, uploader } = await createFixture();
    const id = await createPicture(ctx, { userId: uploader.id, publishedAt: null });
    await postPicture(as(uploader), { id, caption: 'First' });
    ctx.testClock.advance(5_000);
    await postPicture(as(uploader), { id, caption: 'Second' });
    const { picture } = await getPicture(as(null), id);
    expect(picture).toMatchObject({ caption: 'First' });
    expect(ctx.clock.now().getTime() - picture.publishedAt.getTime()).toBe(5_000);
  });

  it('is denied to visitors and guests, and for pictures that belong to others, are deleted or incomplete', async () => {
    const { ctx, as, uploader } = await createFixture();
    const guest = await createPlayer(database.db, { role: 'guest' });
    const other = await createPlayer(database.db);
    const mine = { userId: uploader.id, publishedAt: null };
    const id = await createPicture(ctx, mine);
    const half = await createPicture(ctx, { ...mine, keptAt: null });
    const deleted = await createPicture(ctx, { userId: uploader.id });
    await deletePicture(as(uploader), { id: deleted });
    const tries = [
      [null, id, 'login-required'],
      [guest, id, 'guest-not-allowed'],
      [other, id, 'picture-gone'],
      [uploader, half, 'picture-gone'],
      [uploader, deleted, 'picture-gone'],
    ] as const;
    for (const [actor, picture, code] of tries) {
      const posting = postPicture(as(actor), { id: picture, caption: '' });
      await expect(posting).rejects.toThrow(appErrorWithCode(code));
    }
    expect((await listPictures(as(null))).pictures).toEqual([]);
  });

  it('fails after an hour: the picture was deleted with its files', async () => {
    const { ctx, as, uploader, filesLeft, purgeLater } = await createFixture();
    const id = await createPicture(ctx, { userId: uploader.id, publishedAt: null });
    const posted = await createPicture(ctx, { userId: uploader.id });
    await purgeLater();
    const posting = postPicture(as(uploader), { id, caption: '' });
    await expect(posting).rejects.toThrow(appErrorWithCode('picture-gone'));
    const remainingFiles = await filesLeft();
    expect(remainingFiles).toHaveLength(2);
    expect(remainingFiles.every((name) => name.includes(posted))).toBe(true);
    // The row stays as long as it counts towards the daily quota.
    await purgeLater(24 * 60);
    expect(await database.db.$count(pictures, eq(pictures.id, id))).toBe(0);
  });
});

const rights = {
  visitor: { offered: 'no', own: 'login-required', moderate: 'login-required' },
  guest: { offered: 'no', own: 'picture-gone', moderate: 'moderators-only' },
  player: { offered: 'no', own: 'picture-gone', moderate: 'moderators-only' },
  uploader: { offered: 'freely', own: 'done', moderate: 'moderators-only' },
  moderator: { offered: 'with-reason', own: 'picture-gone', moderate: 'done' },
  admin: { offered: 'with-reason', own: 'picture-gone', moderate: 'done' },
} as const;

test.each(Object.entries(rights))('which pictures a %s can delete', async (role, allowed) => {
  const { ctx, as, uploader, filesLeft } = await createFixture();
  const create = async () => {
    if (role === 'visitor') return null;
    if (role === 'uploader') return uploader;
    return createPlayer(database.db, { role: role as 'guest' });
  };
  const actor = await create();
  const id = await createPicture(ctx, { userId: uploader.id, caption: 'Bad words' });
  expect((await getPicture(as(actor), id)).picture.deletable).toBe(allowed.offered);
  const tidied = deletePicture(as(actor), { id });
  expect(await tidied.then(() => 'done', getCode)).toBe(allowed.own);
  const again = allowed.own === 'done' ? await createPicture(ctx, { userId: uploader.id }) : id;
  const moderated = deleteThing(as(actor), { kind: 'picture', thing: again, reason: 'Not here' });
  expect(await moderated.then(() => 'done', getCode)).toBe(allowed.moderate);
  expect(await filesLeft()).toHaveLength(allowed.moderate === 'done' ? 0 : 2);
});

test('the moderation log shows what a moderator deleted, whose it was and why', async () => {
  const { ctx, as, uploader } = await createFixture();
  const moderator = await createPlayer(database.db, { role: 'moderator' });
  const id = await createPicture(ctx, { userId: uploader.id, caption: 'Bad words' });
  await deleteThing(as(moderator), { kind: 'picture', thing: id, reason: 'Not here' });
  const again = deleteThing(as(moderator), { kind: 'picture', thing: id, reason: 'Not here' });
  await expect(again).rejects.toThrow(appErrorWithCode('picture-gone'));
  const log = await database.db
    .select()
    .from(moderationLog)
    .where(eq(moderationLog.moderatorId, moderator.id));
  expect(log).toMatchObject([
    {
      act: 'delete-picture',
      targetId: uploader.id,
      reason: 'Not here',
      details: { picture: id, caption: 'Bad words', uploader: uploader.username },
    },
  ]);
});

test('files that could not be deleted are deleted later, and finally the row too', async () => {
  const { ctx, as, uploader, filesLeft, purgeLater } = await createFixture();
  const id = await createPicture(ctx, { userId: uploader.id });
  const broken = {
    ...ctx.gallery.fileStore,
    remove: async () => {
      throw new Error('The disk is away.');
    },
  };
  await deletePicture({ ...as(uploader), gallery: { ...ctx.gallery, fileStore: broken } }, { id });
  expect(await filesLeft()).toHaveLength(2);
  await purgeLater();
  expect(await filesLeft()).toEqual([]);
  ctx.testClock.advance(31 * 24 * 60 * 60_000);
  await purgeLater();
  expect(await database.db.$count(pictures, eq(pictures.id, id))).toBe(0);
});

test('only players with a confirmed email address get an upload signature', async () => {
  const { ctx, as } = await createFixture();
  const guest = await createPlayer(database.db, { role: 'guest' });
  await expect(issueUploadToken(as(null))).rejects.toThrow(appErrorWithCode('login-required'));
  await expect(issueUploadToken(as(guest))).rejects.toThrow(appErrorWithCode('guest-not-allowed'));
  const fresh = await createPlayer(database.db);
  await database.db.update(users).set({ emailVerified: false }).where(eq(users.id, fresh.id));
  const delivering = overrideCtx(as(fresh), {
    accounts: { mailer: { ...ctx.accounts.mailer, canDeliver: true } },
  });
  await expect(issueUploadToken(delivering)).rejects.toThrow(appErrorWithCode('unconfirmed-email'));
  await issueUploadToken(as(fresh));
});
