import { desc, not, sql } from 'drizzle-orm';
import { text } from '#database/column-types.ts';
import { discussions } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { Ctx } from '#domain/context.ts';

/**
 * The newest discussions that search engines may index, with the UTC day (YYYY-MM-DD) of the last
 * activity.
 */
export async function listSitemapDiscussions(
  { db }: Pick<Ctx, 'db'>,
  { limit }: { limit: number },
): Promise<{ id: string; changedOn: string }[]> {
  const changed = sql`greatest(${discussions.lastActivityAt}, ${discussions.editedAt})`;
  return db
    .select({
      id: discussions.id,
      changedOn: typedSql(text, sql`to_char(${changed} at time zone 'UTC', 'YYYY-MM-DD')`),
    })
    .from(discussions)
    .where(not(discussions.isPrivate))
    .orderBy(desc(discussions.id))
    .limit(limit);
}
