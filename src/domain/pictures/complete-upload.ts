import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { uploadParts, uploads } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import { partFile } from './files.ts';
import { finishUpload } from './finish-upload.ts';
import { isLost } from './finishing.ts';
import { getUploadInfo, type UploadInfo } from './get-upload-info.ts';
import { requirePublicKey } from './keys.ts';
import { removeLeft } from './undo-finishing.ts';
import { requireTurn, requireUploader } from './uploader.ts';

/**
 * Makes a picture of the parts of an upload and tells of it. Asked again, also while the picture is
 * made, it tells how far that is: `ready` or not. Whose node ended in the middle is taken over.
 * @throws Refusal `upload-key`, `upload-gone`, `upload-incomplete` (parts can still be sent),
 * `pictures-busy`, of `requireUploader`, and of `finishUpload`, also for who asks later.
 */
export async function completeUpload(
  ctx: Ctx,
  { uploadId, publicKey }: { uploadId: string; publicKey: string },
): Promise<UploadInfo> {
  requirePublicKey(ctx, publicKey);
  const claimed = await ctx.db.transaction((tx) => claim(ctx, tx, uploadId));
  if (claimed) {
    const { upload, partIds } = claimed;
    await ctx.workrooms.enter((room) => {
      const file = () => room.write(piecesOf(ctx, partIds), { bytesMax: upload.bytes });
      return finishUpload(ctx, room, { upload, file });
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
  await requireTurn(tx, now);
  const received = await tx
    .select({ id: uploadParts.id, number: uploadParts.number })
    .from(uploadParts)
    .where(and(eq(uploadParts.uploadId, uploadId), isNotNull(uploadParts.receivedAt)))
    .orderBy(uploadParts.number, desc(uploadParts.receivedAt), uploadParts.id);
  const all = Math.ceil(upload.bytes / upload.partBytes);
  const partIds: string[] = [];
  // Of what came twice the last counts.
  for (const { id, number } of received) partIds[number] ??= id;
  if (Object.keys(partIds).length < all) throw new Refusal('upload-incomplete');
  if (lost) await removeLeft(ctx, tx, uploadId);
  const [claimed] = await tx
    .update(uploads)
    .set({ stage: 'finishing', touchedAt: now, ...(lost && { startedAt: now }) })
    .where(eq(uploads.id, uploadId))
    .returning();
  return claimed ? { upload: claimed, partIds } : null;
}

async function* piecesOf({ files }: Pick<Ctx, 'files'>, partIds: readonly string[]) {
  for (const id of partIds) {
    const part = await files.open(partFile(id));
    if (!part) throw new Error(`The part ${id} is not kept any more.`);
    yield* part.stream as AsyncIterable<Uint8Array>;
  }
}
