import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { uploadParts, uploads } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePublicKey } from '../file-service/service-keys.ts';
import { partFile } from '../storage/file-store.ts';
import { getUploadInfo, type UploadInfo } from './get-upload-info.ts';
import { processUpload } from './process-upload.ts';
import { isLost } from './processing-attempt.ts';
import { removeLeft } from './undo-processing.ts';
import { requireUploader, requireUploadRate } from './upload-quota.ts';

/**
 * Makes a picture of the parts of an upload and tells of it. Asked again, also while the picture is
 * made, it tells how far that is: `ready` or not. Whose node ended in the middle is taken over.
 * @throws Refusal `upload-key`, `upload-gone`, `upload-incomplete` (parts can still be sent),
 * `pictures-busy`, of `requireUploader`, and of `finishUpload`, also for who asks later.
 */
export async function completeMultipartUpload(
  ctx: Ctx,
  { uploadId, publicKey }: { uploadId: string; publicKey: string },
): Promise<UploadInfo> {
  requirePublicKey(ctx, publicKey);
  const claimed = await ctx.db.transaction((tx) => claim(ctx, tx, uploadId));
  if (claimed) {
    const { upload, partIds } = claimed;
    await ctx.tempDirs.enter((room) => {
      const file = () => room.write(piecesOf(ctx, partIds), { bytesMax: upload.bytes });
      return processUpload(ctx, room, { upload, file });
    });
  }
  return getUploadInfo(ctx, { id: uploadId, publicKey });
}

/** Takes the upload for finishing; null when that was done before, or there is none. */
async function claim(ctx: Ctx, tx: Queryable, uploadId: string) {
  const [upload] = await tx.select().from(uploads).where(eq(uploads.id, uploadId)).for('update');
  const now = ctx.clock.now();
  if (!upload?.partBytes) return null;
  const lost = isLost(upload, now);
  if (upload.stage !== 'receiving' && !lost) return null;
  if (upload.userId !== null) await requireUploader(ctx, tx, upload.userId);
  await requireUploadRate(tx, now);
  const received = await tx
    .select({ id: uploadParts.id, number: uploadParts.number })
    .from(uploadParts)
    .where(and(eq(uploadParts.uploadId, uploadId), isNotNull(uploadParts.receivedAt)))
    .orderBy(uploadParts.number, desc(uploadParts.receivedAt), uploadParts.id);
  const all = Math.ceil(upload.bytes / upload.partBytes);
  const partIds: string[] = [];
  // Of what came twice the last counts.
  for (const { id, number } of received) partIds[number] ??= id;
  if (Object.keys(partIds).length < all) throw new AppError('upload-incomplete');
  if (lost) await removeLeft(ctx, tx, uploadId);
  const [claimed] = await tx
    .update(uploads)
    .set({ stage: 'finishing', touchedAt: now, ...(lost && { startedAt: now }) })
    .where(eq(uploads.id, uploadId))
    .returning();
  return claimed ? { upload: claimed, partIds } : null;
}

async function* piecesOf({ fileStore }: Pick<Ctx, 'fileStore'>, partIds: readonly string[]) {
  for (const id of partIds) {
    const part = await fileStore.open(partFile(id));
    if (!part) throw new Error(`The part ${id} is not kept any more.`);
    yield* part.stream as AsyncIterable<Uint8Array>;
  }
}
