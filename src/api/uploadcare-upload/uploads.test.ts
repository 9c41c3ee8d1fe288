import { randomBytes } from 'node:crypto';
import { base, info, uploadFile } from '@uploadcare/upload-client';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pictures, siteSettings, users } from '#database/schema.ts';
import type { RateLimiter } from '#domain/accounts/rate-limiter.ts';
import { postPicture } from '#domain/gallery/post-picture.ts';
import { approveThings } from '#domain/moderation/approval/approve-or-decline.ts';
import { approvalConstants } from '#shared/constants/moderation/approval.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createPicture } from '#test/fixtures/gallery.ts';
import { photograph } from '#test/fixtures/generated-images.ts';
import { createSmallPicture, readUploadRow, useUploadServer } from '#test/fixtures/uploads.ts';

const database = useDatabase();
const startUploads = useUploadServer(database);

const mb = 1024 * 1024;

/** A picture of random pixels. It does not compress, so it has about `width` × `height` × 3 bytes. */
function noise(width: number, height: number): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

describe('the client of Uploadcare', () => {
  it('uploads 60 KB in one request, and the posted picture is served in both sizes', async () => {
    const server = await startUploads();
    const { ctx, options } = await server.createUploader();
    const photo = await (await photograph(900, 600)).jpeg({ quality: 82 }).toBuffer();
    expect(photo.byteLength).toBeGreaterThan(30_000);
    const file = await uploadFile(photo, { ...options, fileName: 'Summer.jpg' });
    expect(file).toMatchObject({
      name: 'Summer.jpg',
      size: photo.byteLength,
      mimeType: 'image/jpeg',
      isImage: true,
      isStored: false,
      cdnUrl: `${server.origin}/photos/${file.uuid}/`,
      imageInfo: { width: 900, height: 600 },
    });
    expect((await fetch(file.cdnUrl ?? '')).status).toBe(404);
    await postPicture(ctx, { id: file.uuid, caption: 'Us' });
    const full = await fetch(file.cdnUrl ?? '');
    expect(full.headers.get('Content-Type')).toBe('image/webp');
    expect(await sharp(await full.arrayBuffer()).metadata()).toMatchObject({
      format: 'webp',
      width: 900,
      height: 600,
    });
    const row = await readUploadRow(database.db, file.uuid);
    const small = `${server.origin}/photos/${file.uuid}/${row?.thumbnailHash}.webp`;
    expect(await sharp(await (await fetch(small)).arrayBuffer()).metadata()).toMatchObject({
      width: row?.thumbnailWidth,
      height: row?.thumbnailHeight,
    });
    expect(await server.filesLeft()).toHaveLength(2);
  });

  it('uploads 30 MB in parts, and only the picture stays', async () => {
    const server = await startUploads();
    const { options } = await server.createUploader();
    const large = await noise(3300, 3100);
    expect(large.byteLength).toBeGreaterThan(29 * mb);
    const progress: number[] = [];
    const file = await uploadFile(large, {
      ...options,
      fileName: 'noise.png',
      onProgress: (event) => event.isComputable && progress.push(event.value),
    });
    expect(file).toMatchObject({
      size: large.byteLength,
      mimeType: 'image/png',
      imageInfo: { width: 2048, height: 1924 },
    });
    expect(progress.at(-1)).toBe(1);
    const left = await server.filesLeft();
    expect(left).toHaveLength(2);
    expect(left.every((name) => name.includes(file.uuid))).toBe(true);
    expect(await readUploadRow(database.db, file.uuid)).toMatchObject({
      bytes: large.byteLength,
      publishedAt: null,
    });
  });

  it('sees stored files in the gallery at once', async () => {
    const server = await startUploads();
    const { options } = await server.createUploader();
    const { uuid } = await uploadFile(await createSmallPicture(), { ...options, store: 'auto' });
    expect((await readUploadRow(database.db, uuid))?.publishedAt).not.toBeNull();
    const { isStored } = await info(uuid, options);
    expect(isStored).toBe(true);
  });

  describe('of a new account whose pictures wait for approval', () => {
    beforeAll(() =>
      database.db.insert(siteSettings).values([
        { key: 'waitingTexts', value: 10 },
        { key: 'waitingDays', value: 7 },
      ]),
    );
    afterAll(() => database.db.delete(siteSettings));

    async function createNewUploader() {
      const server = await startUploads();
      const { ctx, actor, options } = await server.createUploader();
      const isUploader = eq(users.id, actor.id);
      await database.db.update(users).set({ registeredAt: new Date() }).where(isUploader);
      return { ctx, userId: actor.id, options };
    }

    it('sees stored files in the gallery when a moderator has approved them', async () => {
      const { db } = database;
      const { options } = await createNewUploader();
      const stored = { ...options, store: 'auto' } as const;
      const { uuid, cdnUrl } = await uploadFile(await createSmallPicture(), stored);
      expect(await readUploadRow(db, uuid)).toMatchObject({ hiddenCause: 'approval' });
      expect((await fetch(cdnUrl ?? '')).status).toBe(404);
      const actor = await createPlayer(db, { role: 'moderator' });
      const things = [{ kind: 'picture' as const, thing: uuid }];
      await approveThings({ ...createTestCtx(db), actor }, things);
      expect((await fetch(cdnUrl ?? '')).status).toBe(200);
    });

    it('has at most ten pictures that wait, also of uploads at the same time', async () => {
      const { db } = database;
      const { ctx, userId, options } = await createNewUploader();
      for (let others = 1; others < approvalConstants.waitingMax; others += 1) {
        const id = await createPicture(ctx, { userId, publishedAt: null });
        await postPicture(ctx, { id, caption: '' });
      }
      const picture = await createSmallPicture();
      // The client would send a refused upload again after 15 seconds.
      const once = { ...options, store: true, retryThrottledRequestMaxTimes: 0 };
      const results = await Promise.allSettled([1, 2, 3].map(() => uploadFile(picture, once)));
      const added = results.filter(({ status }) => status === 'fulfilled');
      expect(added).toHaveLength(1);
      const waiting = and(eq(pictures.userId, userId), eq(pictures.hiddenCause, 'approval'));
      expect(await db.$count(pictures, waiting)).toBe(approvalConstants.waitingMax);
    });
  });

  it('gets the name and metadata of a file until its picture is in the gallery', async () => {
    const server = await startUploads();
    const { ctx, options } = await server.createUploader();
    const given = { ...options, fileName: 'ada-at-home.jpg', metadata: { camera: 'of Ada' } };
    const { uuid } = await uploadFile(await createSmallPicture(), given);
    expect(await info(uuid, options)).toMatchObject({
      originalFilename: 'ada-at-home.jpg',
      metadata: { camera: 'of Ada' },
    });
    await postPicture(ctx, { id: uuid, caption: '' });
    const shown = await info(uuid, options);
    expect(shown).toMatchObject({ isStored: true, originalFilename: 'picture', metadata: {} });
    expect(JSON.stringify(shown)).not.toContain('Ada');
    expect(JSON.stringify(shown)).not.toContain('ada-at-home');
    const stored = await uploadFile(await createSmallPicture(), { ...given, store: true });
    expect(JSON.stringify(await info(stored.uuid, options))).not.toContain('ada-at-home');
  });

  it('waits as long as a throttled response says, and then succeeds', async () => {
    let throttled = 1;
    const take: RateLimiter['take'] = async (name) => {
      if (name !== 'upload-by-address' || throttled === 0) return;
      throttled -= 1;
      throw new AppError('rate-limited', { retryAfterMs: 1_000 });
    };
    const server = await startUploads({
      rateLimiter: { take, async giveBack() {}, async reset() {} },
    });
    const { options } = await server.createUploader();
    const started = performance.now();
    const { file } = await base(await createSmallPicture(), options);
    expect(performance.now() - started).toBeGreaterThan(990);
    expect((await readUploadRow(database.db, file))?.keptAt).not.toBeNull();
  });

  it('gets a throttling error if throttling lasts', async () => {
    const take = vi.fn(async () => {
      throw new AppError('rate-limited', { retryAfterMs: 1 });
    });
    const server = await startUploads({
      rateLimiter: { take, async giveBack() {}, async reset() {} },
    });
    const { options } = await server.createUploader();
    await expect(base(await createSmallPicture(), options)).rejects.toMatchObject({
      code: 'RequestThrottledError',
    });
    expect(take).toHaveBeenCalledTimes(2);
  });

  it('gets a final error at once if it would have to wait too long', async () => {
    const take = vi.fn(async () => {
      throw new AppError('rate-limited', { retryAfterMs: 30 * 60_000 });
    });
    const server = await startUploads({
      rateLimiter: { take, async giveBack() {}, async reset() {} },
    });
    const { options } = await server.createUploader();
    await expect(base(await createSmallPicture(), options)).rejects.toMatchObject({
      code: 'AccountLimitsExceededError',
    });
    expect(take).toHaveBeenCalledTimes(1);
  });

  it('cannot send 51 MB: the upload is rejected before any data', async () => {
    const server = await startUploads();
    const { options } = await server.createUploader();
    const uploading = uploadFile(Buffer.alloc(51 * mb), options);
    await expect(uploading).rejects.toMatchObject({
      code: 'FileSizeLimitExceededError',
      message: expect.stringContaining('50 MB'),
    });
    expect(await server.filesLeft()).toEqual([]);
  });

  it.each([
    [
      'HTML named .png',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      'FileTypeForbidden',
    ],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'FileTypeForbidden'],
    ['nothing at all', Buffer.alloc(0), ''],
  ])('cannot upload %s, and nothing of it is left', async (_what, bytes, code) => {
    const server = await startUploads();
    const { options } = await server.createUploader();
    await expect(base(bytes, { ...options, fileName: 'a.png' })).rejects.toMatchObject({
      code: expect.stringContaining(code),
    });
    expect(await server.filesLeft()).toEqual([]);
    expect(await database.db.$count(pictures, eq(pictures.name, 'a.png'))).toBe(0);
  });

  it('gets an error for parts that are not a picture', async () => {
    const server = await startUploads();
    const { options } = await server.createUploader();
    const junk = Buffer.alloc(26 * mb, 'x');
    await expect(uploadFile(junk, options)).rejects.toMatchObject({
      code: 'FileTypeForbiddenError',
    });
    expect(await server.filesLeft()).toEqual([]);
  });

  it.each(['../../../etc/passwd.jpg', '..\\..\\boot.jpg', '/etc/passwd.jpg'])(
    'can name a file %j, which is used as a label and not as a path',
    async (fileName) => {
      const server = await startUploads();
      const { options } = await server.createUploader();
      const { file: uuid } = await base(await createSmallPicture(), { ...options, fileName });
      const { originalFilename, filename } = await info(uuid, options);
      expect([originalFilename, filename].join()).not.toMatch(/[\\/]|\.\./);
      const left = await server.filesLeft();
      expect(left).toHaveLength(2);
      expect(left.every((name) => name.startsWith('gallery/pictures/'))).toBe(true);
    },
  );
});
