import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { pictures, users } from '#database/schema.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { postPicture } from '../post-picture.ts';
import type { ExternalFile, ExternalFiles } from '../storage/external-files.ts';
import { issueUploadToken } from './upload-token.ts';

const database = useDatabase();
const appErrorWithCode = (code: string) => expect.objectContaining({ name: 'AppError', code });

/**
 * A player who uploaded a file to an external file service; `changes` are changes of the service's record.
 */
async function createFixture(changes: Partial<ExternalFile>) {
  const id = randomUUID();
  const stored: string[] = [];
  const requestedIds: string[] = [];
  let metadata: Record<string, string> = {};
  const externalFiles: ExternalFiles = {
    uploadUrl: 'https://upload.example',
    publicKey: 'public',
    signUpload: () => 'signed',
    async find(file) {
      requestedIds.push(file);
      if (file !== id) return null;
      return {
        id,
        name: '../photo.jpg',
        bytes: 1_000,
        kind: 'image/jpeg',
        size: { width: 300, height: 6_000 },
        ready: true,
        removed: false,
        uploadedAt: ctx.clock.now(),
        metadata,
        ...changes,
      };
    },
    store: async (file) => void stored.push(file),
    remove: async () => {},
    readPicture: async () => Buffer.alloc(0),
    getPictureUrl: (file) => `https://cdn.example/${file}/`,
  };
  const actor = await createPlayer(database.db);
  const ctx = createTestCtx(database.db, {
    gallery: { externalFiles },
    actor,
    rateLimiter: createRateLimiter(),
  });
  ({ metadata } = await issueUploadToken(ctx));
  const post = (file = id) => postPicture(ctx, { id: file, caption: '' });
  return { ctx, id, userId: actor.id, stored, requestedIds, post };
}

it('the picture is stored with the sizes in which it will be shown', async () => {
  const { id, stored, post } = await createFixture({});
  await post();
  expect(stored).toEqual([id]);
  expect(await database.db.select().from(pictures)).toMatchObject([
    {
      id,
      name: 'photo.jpg',
      fullWidth: 102,
      fullHeight: 2_048,
      fullHash: null,
      thumbnailWidth: 24,
      thumbnailHeight: 480,
      thumbnailHash: null,
    },
  ]);
});

it.each([
  ['a file that is not a picture', { size: null }, 'not-a-picture'],
  ['a type that is not supported', { kind: 'image/svg+xml' }, 'not-a-picture'],
  ['a video', { kind: 'video/mp4' }, 'not-a-picture'],
  ['a file that is too large', { bytes: 50_000_001 }, 'upload-bytes'],
  ['a picture with too many pixels', { size: { width: 10_000, height: 5_001 } }, 'picture-pixels'],
  ['a file that the service has not processed yet', { ready: false }, 'pictures-busy'],
  ['a deleted file', { removed: true }, 'picture-gone'],
  ['a file without the uploader field', { metadata: {} }, 'picture-gone'],
] satisfies [string, Partial<ExternalFile>, string][])(
  '%s is rejected',
  async (_what, changes, code) => {
    const { id, stored, post } = await createFixture(changes);
    await expect(post()).rejects.toThrow(appErrorWithCode(code));
    expect(stored).toEqual([]);
    const rows = await database.db.select({ id: pictures.id }).from(pictures);
    expect(rows.map((row) => row.id)).not.toContain(id);
  },
);

describe('the external file service is not called', () => {
  it('for an account that was suspended in the meantime', async () => {
    const { post, requestedIds, userId } = await createFixture({});
    await database.db.update(users).set({ banned: true }).where(eq(users.id, userId));
    await expect(post()).rejects.toThrow(appErrorWithCode('account-suspended'));
    expect(requestedIds).toEqual([]);
  });

  it('for an account that has used its daily quota', async () => {
    const { post, requestedIds, userId, ctx } = await createFixture({});
    const now = ctx.clock.now();
    await database.db.insert(pictures).values(
      Array.from({ length: uploadConstants.perDay }, () => ({
        id: randomUUID(),
        userId,
        name: 'photo.jpg',
        kind: 'image/jpeg',
        bytes: 1_000,
        fullWidth: 40,
        fullHeight: 30,
        thumbnailWidth: 40,
        thumbnailHeight: 30,
        uploadedAt: now,
        keptAt: now,
        publishedAt: now,
      })),
    );
    await expect(post()).rejects.toThrow(appErrorWithCode('upload-limit'));
    expect(requestedIds).toEqual([]);
  });

  it('more than sixty times an hour, even with invented ids', async () => {
    const { post, requestedIds } = await createFixture({});
    const tries = await Promise.allSettled(Array.from({ length: 70 }, () => post(randomUUID())));
    expect(tries.every(({ status }) => status === 'rejected')).toBe(true);
    expect(requestedIds).toHaveLength(60);
    await expect(post()).rejects.toThrow(appErrorWithCode('rate-limited'));
    expect(requestedIds).toHaveLength(60);
  });
});
