import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { fileColumns, type StoredFile, toStoredFile } from './stored-file.ts';

/**
 * Keeps files for good and shows them, players' ones in the gallery; what was posted before stays as it
 * is. Answers those of `ids` that there are.
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
        // What waits for the hosted service to keep it is its player's to post.
        sql`num_nonnulls(${pictures.fullHash}, ${pictures.publishedAt}) > 0`,
      ),
    )
    .returning(fileColumns);
  return rows.map((row) => toStoredFile(ctx, row));
}
