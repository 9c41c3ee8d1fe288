import { eq } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { moderationLog, pictures, users } from '#database/schema.ts';
import { pictureConstants } from '#shared/constants/gallery.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createPicture } from '#test/fixtures/gallery.ts';
import { useUploads } from '#test/fixtures/uploads.ts';
import type { Actor } from '../base-context.ts';
import { deletePictureAsModerator } from '../moderation/delete-picture.ts';
import { deletePicture } from './delete-picture.ts';
import { getPicture } from './get-picture.ts';
import { listPictures } from './list-pictures.ts';
import { postPicture } from './post-picture.ts';
import { issueUploadToken } from './uploads/upload-signature.ts';

const database = useDatabase();
const uploadScene = useUploads(database);

const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });
const codeOf = (error: unknown) => (error as { code?: string }).code ?? 'no refusal';

async function scene() {
  const { ctx, filesLeft, collectLater } = await uploadScene();
  await database.db.delete(pictures);
  const as = (actor: Actor | null) => ({ ...ctx, actor });
  return { ctx, as, filesLeft, collectLater, uploader: await createPlayer(database.db) };
}

describe('the gallery', () => {
  it('lists newest first, page by page, each picture once, also those of one moment', async () => {
    const { ctx, as, uploader } = await scene();
    const ids: string[] = [];
    for (let count = 0; count < pictureConstants.pageSize + 5; count += 1) {
      if (count % 3 === 0) ctx.testClock.advance(1_000);
      ids.push(await createPicture(ctx, { userId: uploader.id }));
    }
    const first = await listPictures(as(null));
    expect(first.pictures).toHaveLength(pictureConstants.pageSize);
    // What comes meanwhile moves nothing.
    ctx.testClock.advance(1_000);
    const late = await createPicture(ctx, { userId: uploader.id });
    const second = await listPictures(as(null), { after: first.next });
    expect(second.next).toBeNull();
    const seen = [...first.pictures, ...second.pictures].map(({ id }) => id);
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(seen).toHaveLength(ids.length);
    const times = [...first.pictures, ...second.pictures].map((one) => one.publishedAt.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect((await listPictures(as(null))).pictures[0]?.id).toBe(late);
  });

  it('goes on behind a picture that was deleted in the meantime', async () => {
    const { ctx, as, uploader } = await scene();
    for (let count = 0; count < pictureConstants.pageSize + 2; count += 1) {
      ctx.testClock.advance(1_000);
      await createPicture(ctx, { userId: uploader.id });
    }
    const { next } = await listPictures(as(null));
    if (next === null) throw new Error('There is no second page.');
    await deletePicture(as(uploader), { id: next });
    expect((await listPictures(as(null), { after: next })).pictures).toHaveLength(2);
  });

  it('tells of each picture what a page needs, and nothing that is private', async () => {
    const { ctx, as, uploader } = await scene();
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

  it('leads from each picture to its neighbours', async () => {
    const { ctx, as, uploader } = await scene();
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

  it('has nothing that was not posted, nothing deleted, and nothing unknown', async () => {
    const { ctx, as, uploader } = await scene();
    const hidden = await createPicture(ctx, { userId: uploader.id, publishedAt: null });
    const gone = await createPicture(ctx, { userId: uploader.id });
    await deletePicture(as(uploader), { id: gone });
    expect((await listPictures(as(uploader))).pictures).toEqual([]);
    for (const id of [hidden, gone, uploader.id]) {
      await expect(getPicture(as(uploader), id)).rejects.toThrow(refused('picture-gone'));
    }
  });
});

describe('posting', () => {
  it('puts what one uploaded into the gallery, once', async () => {
    const { ctx, as, uploader } = await scene();
    const id = await createPicture(ctx, { userId: uploader.id, publishedAt: null });
    await postPicture(as(uploader), { id, caption: 'First' });
    ctx.testClock.advance(5_000);
    await postPicture(as(uploader), { id, caption: 'Second' });
    const { picture } = await getPicture(as(null), id);
    expect(picture).toMatchObject({ caption: 'First' });
    expect(ctx.clock.now().getTime() - picture.publishedAt.getTime()).toBe(5_000);
  });

  it('is refused to visitors and guests, and with what is another’s, deleted or half uploaded', async () => {
    const { ctx, as, uploader } = await scene();
    const guest = await createPlayer(database.db, { role: 'guest' });
    const other = await createPlayer(database.db);
    const mine = { userId: uploader.id, publishedAt: null };
    const id = await createPicture(ctx, mine);
    const half = await createPicture(ctx, { ...mine, keptAt: null });
    const gone = await createPicture(ctx, { userId: uploader.id });
    await deletePicture(as(uploader), { id: gone });
    const tries = [
      [null, id, 'login-required'],
      [guest, id, 'guest-not-allowed'],
      [other, id, 'picture-gone'],
      [uploader, half, 'picture-gone'],
      [uploader, gone, 'picture-gone'],
    ] as const;
    for (const [actor, picture, code] of tries) {
      const posting = postPicture(as(actor), { id: picture, caption: '' });
      await expect(posting).rejects.toThrow(refused(code));
    }
    expect((await listPictures(as(null))).pictures).toEqual([]);
  });

  it('is too late after an hour: the picture was cleared away with its files', async () => {
    const { ctx, as, uploader, filesLeft, collectLater } = await scene();
    const id = await createPicture(ctx, { userId: uploader.id, publishedAt: null });
    const kept = await createPicture(ctx, { userId: uploader.id });
    await collectLater();
    const posting = postPicture(as(uploader), { id, caption: '' });
    await expect(posting).rejects.toThrow(refused('picture-gone'));
    const left = await filesLeft();
    expect(left).toHaveLength(2);
    expect(left.every((name) => name.includes(kept))).toBe(true);
    // That it was sent is known for as long as the day's places are counted.
    await collectLater(24 * 60);
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

test.each(Object.entries(rights))('what of a picture is a %s’s to delete', async (who, allowed) => {
  const { ctx, as, uploader, filesLeft } = await scene();
  const create = async () => {
    if (who === 'visitor') return null;
    if (who === 'uploader') return uploader;
    return createPlayer(database.db, { role: who as 'guest' });
  };
  const actor = await create();
  const id = await createPicture(ctx, { userId: uploader.id, caption: 'Bad words' });
  expect((await getPicture(as(actor), id)).picture.deletable).toBe(allowed.offered);
  const tidied = deletePicture(as(actor), { id });
  expect(await tidied.then(() => 'done', codeOf)).toBe(allowed.own);
  const again = allowed.own === 'done' ? await createPicture(ctx, { userId: uploader.id }) : id;
  const moderated = deletePictureAsModerator(as(actor), { id: again, reason: 'Not here' });
  expect(await moderated.then(() => 'done', codeOf)).toBe(allowed.moderate);
  expect(await filesLeft()).toHaveLength(allowed.moderate === 'done' ? 0 : 2);
});

test('what a moderator deletes is in the log, with whose it was and why', async () => {
  const { ctx, as, uploader } = await scene();
  const moderator = await createPlayer(database.db, { role: 'moderator' });
  const id = await createPicture(ctx, { userId: uploader.id, caption: 'Bad words' });
  await deletePictureAsModerator(as(moderator), { id, reason: 'Not here' });
  const again = deletePictureAsModerator(as(moderator), { id, reason: 'Not here' });
  await expect(again).rejects.toThrow(refused('picture-gone'));
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

test('files that could not be deleted are deleted later; of the picture nothing is left in the end', async () => {
  const { ctx, as, uploader, filesLeft, collectLater } = await scene();
  const id = await createPicture(ctx, { userId: uploader.id });
  const broken = {
    ...ctx.fileStore,
    remove: async () => {
      throw new Error('The disk is away.');
    },
  };
  await deletePicture({ ...as(uploader), fileStore: broken }, { id });
  expect(await filesLeft()).toHaveLength(2);
  await collectLater();
  expect(await filesLeft()).toEqual([]);
  ctx.testClock.advance(31 * 24 * 60 * 60_000);
  await collectLater();
  expect(await database.db.$count(pictures, eq(pictures.id, id))).toBe(0);
});

test('a signature is for players whose address is confirmed', async () => {
  const { ctx, as } = await scene();
  const guest = await createPlayer(database.db, { role: 'guest' });
  await expect(issueUploadToken(as(null))).rejects.toThrow(refused('login-required'));
  await expect(issueUploadToken(as(guest))).rejects.toThrow(refused('guest-not-allowed'));
  const fresh = await createPlayer(database.db);
  await database.db.update(users).set({ emailVerified: false }).where(eq(users.id, fresh.id));
  const delivering = { ...as(fresh), mailer: { ...ctx.mailer, delivers: true } };
  await expect(issueUploadToken(delivering)).rejects.toThrow(refused('unconfirmed-email'));
  await issueUploadToken(as(fresh));
});
