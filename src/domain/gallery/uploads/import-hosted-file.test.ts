import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { pictures, users } from '#database/schema.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { postPicture } from '../post-picture.ts';
import type { HostedFile, HostedFiles } from '../storage/hosted-files.ts';
import { issueUploadToken } from './upload-signature.ts';

const database = useDatabase();
const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });

/** A player who has uploaded a file to a service that tells of it as `told` says. */
async function scene(told: Partial<HostedFile>) {
  const id = randomUUID();
  const stored: string[] = [];
  const asked: string[] = [];
  let metadata: Record<string, string> = {};
  const hostedFiles: HostedFiles = {
    uploadUrl: 'https://upload.example',
    publicKey: 'public',
    signUpload: () => 'signed',
    async find(file) {
      asked.push(file);
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
        ...told,
      };
    },
    store: async (file) => void stored.push(file),
    remove: async () => {},
    addressOf: (file) => `https://cdn.example/${file}/`,
  };
  const actor = await createPlayer(database.db);
  const ctx = createTestCtx(database.db, { hostedFiles, actor, rateLimiter: createRateLimiter() });
  ({ metadata } = await issueUploadToken(ctx));
  const post = (file = id) => postPicture(ctx, { id: file, caption: '' });
  return { ctx, id, userId: actor.id, stored, asked, post };
}

it('a picture is written down as it will be shown', async () => {
  const { id, stored, post } = await scene({});
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
  ['no picture', { size: null }, 'not-a-picture'],
  ['a kind that we do not show', { kind: 'image/svg+xml' }, 'not-a-picture'],
  ['a film', { kind: 'video/mp4' }, 'not-a-picture'],
  ['too large', { bytes: 50_000_001 }, 'upload-bytes'],
  ['of too many pixels', { size: { width: 10_000, height: 5_001 } }, 'picture-pixels'],
  ['not read yet', { ready: false }, 'pictures-busy'],
  ['deleted', { removed: true }, 'picture-gone'],
  ['unmarked', { metadata: {} }, 'picture-gone'],
] satisfies [string, Partial<HostedFile>, string][])(
  '%s it is refused',
  async (_what, told, code) => {
    const { id, stored, post } = await scene(told);
    await expect(post()).rejects.toThrow(refused(code));
    expect(stored).toEqual([]);
    const rows = await database.db.select({ id: pictures.id }).from(pictures);
    expect(rows.map((row) => row.id)).not.toContain(id);
  },
);

describe('the service is not asked', () => {
  it('for an account that was suspended meanwhile', async () => {
    const { post, asked, userId } = await scene({});
    await database.db.update(users).set({ banned: true }).where(eq(users.id, userId));
    await expect(post()).rejects.toThrow(refused('account-suspended'));
    expect(asked).toEqual([]);
  });

  it('for an account that has no place left today', async () => {
    const { post, asked, userId, ctx } = await scene({});
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
    await expect(post()).rejects.toThrow(refused('upload-limit'));
    expect(asked).toEqual([]);
  });

  it('more than sixty times an hour, whatever ids an account makes up', async () => {
    const { post, asked } = await scene({});
    const tries = await Promise.allSettled(Array.from({ length: 70 }, () => post(randomUUID())));
    expect(tries.every(({ status }) => status === 'rejected')).toBe(true);
    expect(asked).toHaveLength(60);
    await expect(post()).rejects.toThrow(refused('rate-limited'));
    expect(asked).toHaveLength(60);
  });
});
