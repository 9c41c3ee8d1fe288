import { base } from '@uploadcare/upload-client';
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { pictures, users } from '#database/schema.ts';
import type { ImageProcessor } from '#domain/gallery/processing/image-processor.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createSmallPicture, readUploadRow, useUploadServer } from '#test/fixtures/uploads.ts';

const database = useDatabase();
const startUploads = useUploadServer(database);

/** Inserts `count` copies of an upload. Returns its row. */
async function insertCopies(id: string, count: number) {
  const row = await readUploadRow(database.db, id);
  if (!row) throw new Error('The upload does not exist.');
  const copies = Array.from({ length: count }, () => ({
    ...row,
    id: crypto.randomUUID(),
    uploadedMicro: undefined,
  }));
  await database.db.insert(pictures).values(copies);
  return row;
}

describe('permission to upload', () => {
  it('is checked for every file, so a suspension takes effect at once', async () => {
    const server = await startUploads();
    const { actor, options } = await server.createUploader();
    await database.db.update(users).set({ banned: true }).where(eq(users.id, actor.id));
    await expect(base(await createSmallPicture(), options)).rejects.toThrow(/suspended/);
    expect(await server.filesLeft()).toEqual([]);
  });

  it('needs a signature that is neither forged nor expired', async () => {
    const server = await startUploads();
    const [mine, other] = [await server.createUploader(), await server.createUploader()];
    const picture = await createSmallPicture();
    const { secureSignature, secureExpire, ...unsigned } = mine.options;
    const mac = secureSignature.split('.')[1];
    const tries: [object, string][] = [
      [unsigned, 'SignatureRequiredError'],
      [{ ...unsigned, secureSignature }, 'SignatureExpirationRequiredError'],
      [{ ...mine.options, secureExpire: `${Number(secureExpire) + 1}` }, 'SignatureInvalidError'],
      [{ ...mine.options, secureSignature: `${other.actor.id}.${mac}` }, 'SignatureInvalidError'],
      [{ ...mine.options, secureSignature: `${mine.actor.id}.` }, 'SignatureInvalidError'],
      [{ ...mine.options, publicKey: 'demopublickey' }, 'ProjectPublicKeyInvalidError'],
    ];
    for (const [options, code] of tries) {
      const uploading = base(picture, options as typeof mine.options);
      await expect(uploading, code).rejects.toMatchObject({ code });
    }
    server.ctx.testClock.advance(10 * 60_000 + 1_000);
    await expect(base(picture, mine.options)).rejects.toMatchObject({
      code: 'SignatureExpirationError',
    });
    expect(await server.filesLeft()).toEqual([]);
  });

  it('ends after 20 pictures a day, and deleting pictures does not change that', async () => {
    const server = await startUploads();
    const { actor, options } = await server.createUploader();
    const { file: first } = await base(await createSmallPicture(), { ...options, store: true });
    const row = await insertCopies(first, 19);
    await database.db
      .update(pictures)
      .set({ removedAt: row.uploadedAt })
      .where(eq(pictures.userId, actor.id));
    await expect(base(await createSmallPicture(), options)).rejects.toMatchObject({
      code: 'AccountLimitsExceededError',
      message: 'You can add 20 pictures a day.',
    });
    server.ctx.testClock.advance(12 * 60 * 60_000);
    await base(await createSmallPicture(), await server.optionsOf(actor));
  });

  it('ends after 60 uploads a day, even if none was posted', async () => {
    const server = await startUploads();
    const { actor, options } = await server.createUploader();
    const { file: first } = await base(await createSmallPicture(), options);
    await insertCopies(first, 58);
    await server.purgeLater();
    expect(await server.filesLeft()).toEqual([]);
    const later = await server.optionsOf(actor);
    await base(await createSmallPicture(), later);
    await server.purgeLater();
    const last = base(await createSmallPicture(), await server.optionsOf(actor));
    await expect(last).rejects.toMatchObject({
      code: 'AccountLimitsExceededError',
      message: 'You have sent 60 pictures today. Come back tomorrow.',
    });
    server.ctx.testClock.advance(24 * 60 * 60_000);
    await base(await createSmallPicture(), await server.optionsOf(actor));
  });

  it.each([
    ['picture-heavy', 10],
    ['picture-broken', 10],
    ['picture-pixels', 13],
    ['pictures-busy', 13],
  ] as const)(
    'is limited by pictures that could not be processed: of 13 with the error %s, %i are processed',
    async (code, processed) => {
      const process = vi.fn<ImageProcessor['process']>(async () => {
        throw new AppError(code);
      });
      const server = await startUploads({
        gallery: { imageProcessor: { process } },
        rateLimiter: createRateLimiter(),
      });
      const { options } = await server.createUploader();
      const other = await server.createUploader();
      const settings = { ...options, retryThrottledRequestMaxTimes: 0 };
      for (let count = 0; count < 13; count += 1) {
        await expect(base(Buffer.from('heavy'), settings)).rejects.toThrow();
      }
      expect(process).toHaveBeenCalledTimes(processed);
      await expect(base(Buffer.from('heavy'), settings)).rejects.toMatchObject({
        code: processed === 10 ? 'AccountLimitsExceededError' : expect.any(String),
      });
      const others = { ...other.options, retryThrottledRequestMaxTimes: 0 };
      await expect(base(Buffer.from('heavy'), others)).rejects.toThrow();
      expect(process).toHaveBeenCalledTimes(processed === 10 ? 11 : 15);
    },
  );
});
