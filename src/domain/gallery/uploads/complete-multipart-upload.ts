import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { uploadParts } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { requirePublicKey } from '../file-rest-api/service-keys.ts';
import { partFileName } from '../storage/file-store.ts';
import { getUploadInfo, type UploadInfo } from './get-upload-info.ts';
import { processUpload } from './process-upload.ts';
import { deleteUnfinishedPicture } from './undo-processing.ts';
import { requireProcessingCapacity, requireUploader } from './upload-quota.ts';
import { completeReceiving, takeOverAttempt } from './upload-states.ts';

/**
 * Makes the picture of an upload whose parts are complete and returns the upload's state. Further
 * calls, also while the picture is made, return the state, with `ready`. When the node that made
 * the picture has stopped, this call takes over.
 * @throws AppError `upload-key`, `upload-gone`, `upload-incomplete` (parts can still be sent),
 * `pictures-busy`, and the codes of `requireUploader` and `processUpload`, in later calls too.
 */
export async function completeMultipartUpload(
  ctx: Ctx,
  { uploadId, publicKey }: { uploadId: string; publicKey: string },
): Promise<UploadInfo> {
  await requirePublicKey(ctx, publicKey);
  const claimed = await ctx.db.transaction((tx) => claim(ctx, tx, uploadId));
  if (claimed) {
    const { upload, partIds } = claimed;
    await ctx.gallery.tempDirs.use((dir) => {
      const file = () => dir.write(readParts(ctx, partIds), { bytesMax: upload.bytes });
      return processUpload(ctx, dir, { upload, file });
    });
  }
  return getUploadInfo(ctx, { id: uploadId, publicKey });
}

/**
 * Returns the state of an upload, like `getUploadInfo`. Clients complete an upload once and then
 * poll its state. When the node that made the picture has stopped, this call completes the upload.
 * @throws AppError the codes of `getUploadInfo` and `completeMultipartUpload`, except
 * `pictures-busy`: the client polls again.
 */
export async function waitForUpload(
  ctx: Ctx,
  { id, publicKey }: { id: string; publicKey: string },
): Promise<UploadInfo> {
  const info = await getUploadInfo(ctx, { id, publicKey });
  if (!info.lost) return info;
  try {
    return await completeMultipartUpload(ctx, { uploadId: id, publicKey });
  } catch (error) {
    if (isAppError(error) && error.code === 'pictures-busy') return info;
    throw error;
  }
}

/**
 * Starts an attempt to make the picture. Null when another call did that before, or the upload is
 * not there. An error undoes the start.
 */
async function claim(ctx: Ctx, tx: Queryable, uploadId: string) {
  const now = ctx.clock.now();
  const completed = await completeReceiving(tx, uploadId, now);
  const upload = completed ?? (await takeOverAttempt(tx, uploadId, now));
  if (!upload?.partBytes) return null;
  if (upload.userId !== null) await requireUploader(ctx, tx, upload.userId);
  await requireProcessingCapacity(tx, now, uploadId);
  const received = await tx
    .select({ id: uploadParts.id, number: uploadParts.number })
    .from(uploadParts)
    .where(and(eq(uploadParts.uploadId, uploadId), isNotNull(uploadParts.receivedAt)))
    .orderBy(uploadParts.number, desc(uploadParts.receivedAt), uploadParts.id);
  const partCount = Math.ceil(upload.bytes / upload.partBytes);
  const partIds: string[] = [];
  // When a part was sent twice, the last one counts.
  for (const { id, number } of received) partIds[number] ??= id;
  if (Object.keys(partIds).length < partCount) throw new AppError('upload-incomplete');
  if (!completed) await deleteUnfinishedPicture(ctx, tx, uploadId);
  return { upload, partIds };
}

async function* readParts(
  { gallery: { fileStore } }: Pick<Ctx, 'gallery'>,
  partIds: readonly string[],
) {
  for (const id of partIds) {
    const part = await fileStore.open(partFileName(id));
    if (!part) throw new Error(`The part ${id} is not stored any more.`);
    yield* part.stream as AsyncIterable<Uint8Array>;
  }
}
