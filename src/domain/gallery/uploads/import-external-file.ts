import { eq } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { pictureConstants } from '#shared/constants/gallery/gallery.ts';
import { isImageType } from '#shared/constants/gallery/image-types.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireAllowedText } from '../../text-filters/check-text.ts';
import { toDisplayFileName } from '../storage/display-file-name.ts';
import type { ExternalFile, ExternalFiles } from '../storage/external-files.ts';
import { isUploadOf } from './external-upload-token.ts';
import { lockDailyQuota, requireDailyQuota, requireUploader } from './upload-quota.ts';

/**
 * Creates a picture of a file that the actor uploaded to the external file service, and has the service store it
 * permanently. A picture that is imported already does not change. The row is written first, so that after a crash
 * the purge can delete the external file too. The permission and rate checks come before any call to the service.
 * @throws AppError `upload-limit`, `rate-limited`, `not-a-picture`, `upload-bytes`, `picture-pixels`,
 * `pictures-busy`, `text-refused` for its name; `picture-gone`, also when the file is not this account's upload or
 * older than an hour; and the codes of `requireUploader`.
 * @throws ExternalFilesError
 */
export async function importExternalFile(
  ctx: Ctx,
  external: ExternalFiles,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const [known] = await ctx.db
    .select({ hash: pictures.fullHash, publishedAt: pictures.publishedAt })
    .from(pictures)
    .where(eq(pictures.id, id));
  if (known && (known.hash !== null || known.publishedAt)) return;
  await requireUploader(ctx, ctx.db, userId);
  if (!known) await requireDailyQuota(ctx.db, userId, ctx.clock.now());
  await ctx.rateLimiter.take('external-post-by-account', userId);
  const file = await validateFile(ctx, await external.find(id), userId);
  if (!known) await insertPicture(ctx, file, userId);
  await external.store(id);
}

/** Returns the file if it can be a picture of `userId`. */
async function validateFile(ctx: Ctx, file: ExternalFile | null, userId: string) {
  const oldest = ctx.clock.now().getTime() - uploadConstants.abandonedMs;
  if (!file || file.removed || !(await isUploadOf(ctx, file, userId)))
    throw new AppError('picture-gone');
  if (file.uploadedAt.getTime() < oldest) throw new AppError('picture-gone');
  if (!file.ready) throw new AppError('pictures-busy', { retryAfterMs: uploadConstants.retryMs });
  const { kind, size, bytes } = file;
  if (!size || !isImageType(kind)) throw new AppError('not-a-picture');
  if (bytes > uploadConstants.bytesMax) throw new AppError('upload-bytes');
  if (size.width * size.height > pictureConstants.pixelsMax) throw new AppError('picture-pixels');
  await requireAllowedText(ctx, { name: file.name });
  return { ...file, size };
}

/** Writes the picture's row. Of two simultaneous calls, one writes it. */
async function insertPicture(
  ctx: Ctx,
  file: Awaited<ReturnType<typeof validateFile>>,
  userId: string,
): Promise<void> {
  const full = fitInto(file.size, pictureConstants.fullSide);
  const thumbnail = fitInto(file.size, pictureConstants.thumbnailSide);
  await ctx.db.transaction(async (tx) => {
    await lockDailyQuota(ctx, tx, userId);
    const now = ctx.clock.now();
    await tx
      .insert(pictures)
      .values({
        id: file.id,
        userId,
        name: toDisplayFileName(file.name),
        kind: file.kind,
        bytes: file.bytes,
        fullWidth: full.width,
        fullHeight: full.height,
        thumbnailWidth: thumbnail.width,
        thumbnailHeight: thumbnail.height,
        uploadedAt: now,
        keptAt: now,
      })
      .onConflictDoNothing({ target: pictures.id });
  });
}

/** The size of a picture scaled down to fit into a square of `side` pixels; never enlarged. */
function fitInto({ width, height }: { width: number; height: number }, side: number) {
  const scale = Math.min(1, side / Math.max(width, height));
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(width), height: scaled(height) };
}
