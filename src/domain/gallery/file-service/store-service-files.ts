import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { fileColumns, type StoredFile, toStoredFile } from './stored-file.ts';

/**
 * Stores files permanently. Files of players are posted in the gallery. Files that are posted
 * already do not change. Returns those of `ids` that exist.
 */
export async function storeFiles(
  ctx: Pick<Ctx, 'db' | 'clock' | 'hostedFiles'>,
  ids: readonly string[],
): Promise<StoredFile[]> {
  const now = ctx.clock.now().toISOString();
  const rows = await ctx.db
    .update(pictures)
    .set({ publishedAt: sql`coalesce(${pictures.publishedAt}, ${now}::timestamptz)` })
    .where(
      and(
        inArray(pictures.id, [...ids]),
        isNotNull(pictures.keptAt),
        isNull(pictures.removedAt),
        // A file that the hosted service has not stored yet is posted by its player only.
        sql`num_nonnulls(${pictures.fullHash}, ${pictures.publishedAt}) > 0`,
      ),
    )
    .returning(fileColumns);
  return rows.map((row) => toStoredFile(ctx, row));
}
