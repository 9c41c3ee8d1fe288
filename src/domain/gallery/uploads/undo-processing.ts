import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { type AppErrorCode, isAppError } from '#shared/errors/app-error.ts';
import type { ProcessedPicture } from '../processing/image-processor.ts';
import { listPictureFileNames, pictureFileName } from '../storage/file-store.ts';
import { deleteUploadParts } from './delete-upload-parts.ts';
import { endRejected, lockUpload, releaseAttempt, type Upload } from './upload-states.ts';

/** Temporary errors: retrying may succeed. */
const temporaryErrors: readonly AppErrorCode[] = ['pictures-busy', 'rate-limited'];

/**
 * Deletes what a failed attempt made and records the reason. When another node has taken the upload
 * over, its work is not touched.
 */
export async function undoProcessing(
  ctx: Ctx,
  upload: Upload,
  picture: ProcessedPicture | null,
  error: unknown,
): Promise<void> {
  const { id, partBytes } = upload;
  const isPermanent = isAppError(error) && !temporaryErrors.includes(error.code);
  // The failure is not the picture's fault and the parts are stored: the next call can try again.
  const canRetry = !isPermanent && partBytes !== null;
  const ended = await ctx.db.transaction(async (tx) => {
    // The lock keeps other attempts from starting.
    const locked = await lockUpload(tx, id);
    const takenOver =
      locked?.stage === 'finishing' && locked.startedAt.getTime() !== upload.startedAt.getTime();
    await deleteMadeFiles(ctx, tx, { id, picture, takenOver });
    if (!canRetry) return endRejected(tx, upload, isPermanent ? error.code : 'picture-failed');
    await releaseAttempt(tx, upload, ctx.clock.now());
    return false;
  });
  if (ended) await deleteUploadParts(ctx, id);
}

/**
 * Both attempts may have made identical files. Files that the other attempt's row names are kept.
 */
async function deleteMadeFiles(
  ctx: Ctx,
  tx: Queryable,
  { id, picture, takenOver }: { id: string; picture: ProcessedPicture | null; takenOver: boolean },
) {
  if (!picture) return;
  const [row] = await tx.select().from(pictures).where(eq(pictures.id, id));
  const filesOfOther = row && (takenOver || row.keptAt) ? [row.fullHash, row.thumbnailHash] : [];
  for (const { hash } of [picture.full, picture.thumbnail]) {
    if (!filesOfOther.includes(hash)) await ctx.gallery.fileStore.remove(pictureFileName(id, hash));
  }
  if (filesOfOther.length === 0) await tx.delete(pictures).where(eq(pictures.id, id));
}

/** Deletes the unfinished picture of an attempt whose node has stopped. */
export async function deleteUnfinishedPicture(ctx: Ctx, tx: Queryable, id: string): Promise<void> {
  const unfinished = and(eq(pictures.id, id), isNull(pictures.keptAt));
  const [unfinishedPicture] = await tx.select().from(pictures).where(unfinished);
  if (!unfinishedPicture) return;
  for (const file of listPictureFileNames(id, [
    unfinishedPicture.fullHash,
    unfinishedPicture.thumbnailHash,
  ]))
    await ctx.gallery.fileStore.remove(file);
  await tx.delete(pictures).where(unfinished);
}
