import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { isGalleryPicture, isNotHidden } from '../gallery-columns.ts';
import { fileColumns, type ServiceFile, toServiceFile } from './service-file.ts';

/**
 * Implements Uploadcare's 'store': makes uploaded files permanent by setting `publishedAt`. A file that a
 * player uploaded is thereby posted in the gallery. A file that has a `publishedAt` keeps it. Returns the
 * files that are now permanent; other ids and hidden pictures are left out.
 */
export async function markFilesAsStored(
  ctx: Pick<Ctx, 'db' | 'clock' | 'gallery'>,
  ids: readonly string[],
): Promise<ServiceFile[]> {
  const now = ctx.clock.now().toISOString();
  const rows = await ctx.db
    .update(pictures)
    .set({ publishedAt: sql`coalesce(${pictures.publishedAt}, ${now}::timestamptz)` })
    .where(
      and(
        isGalleryPicture,
        isNotHidden,
        inArray(pictures.id, [...ids]),
        isNotNull(pictures.keptAt),
        isNull(pictures.removedAt),
        // A picture at the external file service has no `fullHash`. If it is not posted yet, it is left out:
        // only `postPicture` tells that service to store it permanently.
        sql`num_nonnulls(${pictures.fullHash}, ${pictures.publishedAt}) > 0`,
      ),
    )
    .returning(fileColumns);
  return rows.map((row) => toServiceFile(ctx, row));
}
