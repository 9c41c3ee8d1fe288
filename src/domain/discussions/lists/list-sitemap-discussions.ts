import { and, desc, isNull, not, sql } from 'drizzle-orm';
import { text } from '#database/column-types.ts';
import { discussions } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { Ctx } from '#domain/context.ts';
import { isPartOn } from '../../site/site-parts.ts';

/**
 * The newest discussions that search engines may index, with the UTC day (YYYY-MM-DD) of the last
 * activity.
 */
export async function listSitemapDiscussions(
  ctx: Pick<Ctx, 'db' | 'clock' | 'readCache'>,
  { limit }: { limit: number },
): Promise<{ id: string; changedOn: string }[]> {
  if (!(await isPartOn(ctx, 'discussions'))) return [];
  const changed = sql`greatest(${discussions.lastActivityAt}, ${discussions.editedAt})`;
  return ctx.db
    .select({
      id: discussions.id,
      changedOn: typedSql(text, sql`to_char(${changed} at time zone 'UTC', 'YYYY-MM-DD')`),
    })
    .from(discussions)
    .where(and(not(discussions.isPrivate), isNull(discussions.hiddenCause)))
    .orderBy(desc(discussions.id))
    .limit(limit);
}
