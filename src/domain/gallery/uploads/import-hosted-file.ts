import { eq } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { pictureConstants } from '#shared/constants/gallery.ts';
import { isImageType } from '#shared/constants/image-types.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { showableName } from '../storage/display-file-name.ts';
import type { HostedFile, HostedFiles } from '../storage/hosted-files.ts';
import { isUploadOf } from './hosted-upload-token.ts';
import { lockFreePlace, requireFreePlace, requireUploader } from './upload-quota.ts';

/**
 * Makes a picture of what the actor uploaded to the hosted service, and has it kept there for good. What
 * is a picture of ours already is left as it is. The row comes first, so that what a crash leaves is
 * deleted there as well. Who may not post, or asks too often, does not reach the service.
 * @throws Refusal of `requireUploader`, `upload-limit`, `rate-limited`, `picture-gone` (also when the
 * file is not this account's upload, or of more than an hour ago), `not-a-picture`, `upload-bytes`,
 * `picture-pixels`; HostedFilesFailure.
 */
export async function importHostedFile(
  ctx: Ctx,
  hosted: HostedFiles,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const [known] = await ctx.db
    .select({ hash: pictures.fullHash, publishedAt: pictures.publishedAt })
    .from(pictures)
    .where(eq(pictures.id, id));
  if (known && (known.hash !== null || known.publishedAt)) return;
  await requireUploader(ctx, ctx.db, userId);
  if (!known) await requireFreePlace(ctx.db, userId, ctx.clock.now());
  await ctx.rateLimiter.take('hosted-post-by-account', userId);
  const file = judge(ctx, await hosted.find(id), userId);
  if (!known) await keep(ctx, file, userId);
  await hosted.store(id);
}

/** Answers the file if it may be shown as a picture of `userId`. */
function judge(ctx: Ctx, file: HostedFile | null, userId: string) {
  const oldest = ctx.clock.now().getTime() - uploadConstants.abandonedMs;
  if (!file || file.removed || !isUploadOf(ctx, file, userId)) throw new AppError('picture-gone');
  if (file.uploadedAt.getTime() < oldest) throw new AppError('picture-gone');
  if (!file.ready) throw new AppError('pictures-busy', { retryAfterMs: uploadConstants.retryMs });
  const { kind, size, bytes } = file;
  if (!size || !isImageType(kind)) throw new AppError('not-a-picture');
  if (bytes > uploadConstants.bytesMax) throw new AppError('upload-bytes');
  if (size.width * size.height > pictureConstants.pixelsMax) throw new AppError('picture-pixels');
  return { ...file, size };
}

/** Of two who post it at once one writes it down. */
async function keep(ctx: Ctx, file: ReturnType<typeof judge>, userId: string): Promise<void> {
  const full = within(file.size, pictureConstants.fullSide);
  const thumbnail = within(file.size, pictureConstants.thumbnailSide);
  await ctx.db.transaction(async (tx) => {
    await lockFreePlace(ctx, tx, userId);
    const now = ctx.clock.now();
    await tx
      .insert(pictures)
      .values({
        id: file.id,
        userId,
        name: showableName(file.name),
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

/** The size of a picture made to fit into a square of `side` pixels; never larger than it is. */
function within({ width, height }: { width: number; height: number }, side: number) {
  const scale = Math.min(1, side / Math.max(width, height));
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(width), height: scaled(height) };
}
