import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { uploadParts } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { partFileName } from '../storage/file-store.ts';
import { touchReceiving } from './upload-states.ts';
import { isPartSigned } from './upload-token.ts';

interface SentPart {
  uploadId: string;
  /** 0, 1, 2 … */
  number: number;
  signature: string;
  source: AsyncIterable<Uint8Array>;
}

/**
 * Stores a part of an upload. A part that is sent again replaces the earlier one. An incomplete
 * part is deleted.
 * @throws AppError `upload-unsigned`, `upload-gone`, `upload-bytes` (too many bytes),
 * `upload-incomplete` (too few bytes), `rate-limited` (the part was sent too often); and what
 * `source` throws.
 */
export async function receivePart(ctx: Ctx, { source, ...part }: SentPart): Promise<void> {
  if (!(await isPartSigned(ctx.keys, part))) throw new AppError('upload-unsigned');
  const { id, bytes } = await insertPart(ctx, part);
  let earlier: string[];
  try {
    await ctx.gallery.tempDirs.use(async (dir) => {
      const onProgress = noteProgress(ctx, part.uploadId);
      const written = await dir.write(source, { bytesMax: bytes, onProgress });
      if (written.bytes < bytes) throw new AppError('upload-incomplete');
      await ctx.gallery.fileStore.save(partFileName(id), written.path);
    });
    const { uploadId, number } = part;
    earlier = await markReceived(ctx, { id, uploadId, number });
  } catch (error) {
    await deletePart(ctx, id);
    throw error;
  }
  await deleteEarlierParts(ctx, earlier);
}

/** Records that a part is being received and returns its size. */
async function insertPart(ctx: Ctx, { uploadId, number }: Pick<SentPart, 'uploadId' | 'number'>) {
  return ctx.db.transaction(async (tx) => {
    const { bytes, partBytes } = await touchReceiving(tx, uploadId, ctx.clock.now());
    const parts = Math.ceil(bytes / partBytes);
    if (number >= parts) throw new AppError('upload-gone');
    const [sent] = await tx
      .select({ all: typedSql(integer, sql`count(*)::int`) })
      .from(uploadParts)
      .where(eq(uploadParts.uploadId, uploadId));
    if ((sent?.all ?? 0) >= parts * uploadConstants.attemptsPerPart)
      throw new AppError('rate-limited');
    const [row] = await tx
      .insert(uploadParts)
      .values({ uploadId, number })
      .returning({ id: uploadParts.id });
    if (!row) throw new Error('The row of a part was not inserted.');
    return { id: row.id, bytes: Math.min(partBytes, bytes - number * partBytes) };
  });
}

/** On a slow connection a part takes longer than an upload may be idle. */
function noteProgress(ctx: Ctx, uploadId: string): () => void {
  let lastTouchedAt = ctx.clock.now().getTime();
  return () => {
    const now = ctx.clock.now();
    if (now.getTime() - lastTouchedAt < uploadConstants.progressEveryMs) return;
    lastTouchedAt = now.getTime();
    touchReceiving(ctx.db, uploadId, now).catch(() => undefined);
  };
}

/**
 * Makes this the valid copy of its part number and returns the ids of earlier copies. Their rows
 * stay, because they count as attempts.
 */
async function markReceived(
  ctx: Ctx,
  { id, uploadId, number }: { id: string; uploadId: string; number: number },
): Promise<string[]> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now();
    // Locks the upload, so that no part is replaced while the picture is made.
    await touchReceiving(tx, uploadId, now);
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

async function deleteEarlierParts(
  { gallery: { fileStore }, log }: Ctx,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await fileStore.remove(partFileName(id)).catch((error: unknown) => {
      log.warn({ err: error, part: id }, 'a part was not deleted; the scheduled purge tries again');
    });
  }
}

async function deletePart(ctx: Ctx, id: string): Promise<void> {
  try {
    await ctx.gallery.fileStore.remove(partFileName(id));
    await ctx.db.delete(uploadParts).where(eq(uploadParts.id, id));
  } catch (error) {
    ctx.log.warn(
      { err: error, part: id },
      'a part was not deleted; the scheduled purge tries again',
    );
  }
}
