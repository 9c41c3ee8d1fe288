import { and, inArray, isNotNull, isNull } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { removeFilesOfMany } from '../storage/delete-files.ts';
import { fileColumns, type StoredFile, toStoredFile } from './stored-file.ts';

/** Deletes files, whoever uploaded them. Answers those of `ids` that there were. */
export async function deleteFiles(ctx: Ctx, ids: readonly string[]): Promise<StoredFile[]> {
  const rows = await ctx.db
    .update(pictures)
    .set({ removedAt: ctx.clock.now() })
    .where(
      and(inArray(pictures.id, [...ids]), isNotNull(pictures.keptAt), isNull(pictures.removedAt)),
    )
    .returning(fileColumns);
  await removeFilesOfMany(ctx, rows);
  if (rows.length > 0) {
    ctx.log.info({ files: rows.map(({ id }) => id) }, 'files were deleted by the service’s key');
  }
  return rows.map((row) => toStoredFile(ctx, row));
}
