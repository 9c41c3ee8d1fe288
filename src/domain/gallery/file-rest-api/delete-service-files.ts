import { and, inArray, isNotNull, isNull } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { isGalleryPicture, isNotHidden } from '../gallery-columns.ts';
import { deleteFilesOfPictures } from '../storage/delete-picture-files.ts';
import { fileColumns, type ServiceFile, toServiceFile } from './service-file.ts';

/** Deletes files of any uploader. Returns those of `ids` that existed. */
export async function deleteFiles(ctx: Ctx, ids: readonly string[]): Promise<ServiceFile[]> {
  const rows = await ctx.db
    .update(pictures)
    .set({ removedAt: ctx.clock.now() })
    .where(
      and(
        isGalleryPicture,
        isNotHidden,
        inArray(pictures.id, [...ids]),
        isNotNull(pictures.keptAt),
        isNull(pictures.removedAt),
      ),
    )
    .returning(fileColumns);
  await deleteFilesOfPictures(ctx, rows);
  if (rows.length > 0) {
    ctx.log.info(
      { files: rows.map(({ id }) => id) },
      'files were deleted with the key of the file service',
    );
  }
  return rows.map((row) => toServiceFile(ctx, row));
}
