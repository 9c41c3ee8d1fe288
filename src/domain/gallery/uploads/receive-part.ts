import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { uploadParts, uploads } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { partFile } from '../storage/file-store.ts';
import { isPartSigned } from './upload-signature.ts';

interface SentPart {
  uploadId: string;
  /** 0, 1, 2 … */
  number: number;
  signature: string;
  source: AsyncIterable<Uint8Array>;
}

/**
 * Keeps a part of an upload. Sent again it takes the place of what came before, whose file goes; cut in
 * the middle it leaves nothing.
 * @throws Refusal `upload-unsigned`, `upload-gone`, `upload-bytes` or `upload-incomplete` (more or less
 * than the part has), `rate-limited` (sent too often), and what `source` throws.
 */
export async function receivePart(ctx: Ctx, { source, ...part }: SentPart): Promise<void> {
  if (!isPartSigned(ctx.secret, part)) throw new AppError('upload-unsigned');
  const { id, bytes } = await announce(ctx, part);
  let earlier: string[];
  try {
    await ctx.tempDirs.enter(async (room) => {
      const noted = noteProgress(ctx, part.uploadId);
      const written = await room.write(source, { bytesMax: bytes, noted });
      if (written.bytes < bytes) throw new AppError('upload-incomplete');
      await ctx.fileStore.keep(partFile(id), written.path);
    });
    const { uploadId, number } = part;
    earlier = await markReceived(ctx, { id, uploadId, number });
  } catch (error) {
    await withdraw(ctx, id);
    throw error;
  }
  await removeEarlier(ctx, earlier);
}

/** Writes down that a part is on its way, and answers its size. */
async function announce(ctx: Ctx, { uploadId, number }: Pick<SentPart, 'uploadId' | 'number'>) {
  return ctx.db.transaction(async (tx) => {
    const { bytes, partBytes } = await touch(tx, uploadId, ctx.clock.now());
    const parts = Math.ceil(bytes / partBytes);
    if (number >= parts) throw new AppError('upload-gone');
    const [sent] = await tx
      .select({ all: sql<number>`count(*)::int` })
      .from(uploadParts)
      .where(eq(uploadParts.uploadId, uploadId));
    if ((sent?.all ?? 0) >= parts * uploadConstants.triesPerPart)
      throw new AppError('rate-limited');
    const [row] = await tx
      .insert(uploadParts)
      .values({ uploadId, number })
      .returning({ id: uploadParts.id });
    if (!row) throw new Error('A part was not announced.');
    return { id: row.id, bytes: Math.min(partBytes, bytes - number * partBytes) };
  });
}

/** Notes that an upload goes on. @throws Refusal `upload-gone` where it does not. */
async function touch(tx: Queryable, uploadId: string, now: Date) {
  const [upload] = await tx
    .update(uploads)
    .set({ touchedAt: now })
    .where(and(eq(uploads.id, uploadId), eq(uploads.stage, 'receiving')))
    .returning({ bytes: uploads.bytes, partBytes: uploads.partBytes });
  if (!upload?.partBytes) throw new AppError('upload-gone');
  return { bytes: upload.bytes, partBytes: upload.partBytes };
}

/** Over a slow line a part takes longer than an upload may be idle. */
function noteProgress(ctx: Ctx, uploadId: string): () => void {
  let noted = ctx.clock.now().getTime();
  return () => {
    const now = ctx.clock.now();
    if (now.getTime() - noted < uploadConstants.noteEveryMs) return;
    noted = now.getTime();
    touch(ctx.db, uploadId, now).catch(() => undefined);
  };
}

/**
 * From here on this one counts and the earlier of its number do not; answers their ids. Their rows stay
 * with the upload, as tries.
 */
async function markReceived(
  ctx: Ctx,
  { id, uploadId, number }: { id: string; uploadId: string; number: number },
): Promise<string[]> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now();
    // Holds the upload, so that none is taken from a picture that is being made.
    await touch(tx, uploadId, now);
    const earlier = await tx
      .update(uploadParts)
      .set({ receivedAt: null })
      .where(
        and(
          eq(uploadParts.uploadId, uploadId),
          eq(uploadParts.number, number),
          ne(uploadParts.id, id),
          isNotNull(uploadParts.receivedAt),
        ),
      )
      .returning({ id: uploadParts.id });
    await tx.update(uploadParts).set({ receivedAt: now }).where(eq(uploadParts.id, id));
    return earlier.map((one) => one.id);
  });
}

async function removeEarlier({ fileStore, log }: Ctx, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await fileStore.remove(partFile(id)).catch((error: unknown) => {
      log.warn({ err: error, part: id }, 'a part is cleared away later');
    });
  }
}

async function withdraw(ctx: Ctx, id: string): Promise<void> {
  try {
    await ctx.fileStore.remove(partFile(id));
    await ctx.db.delete(uploadParts).where(eq(uploadParts.id, id));
  } catch (error) {
    ctx.log.warn({ err: error, part: id }, 'a part is cleared away later');
  }
}
