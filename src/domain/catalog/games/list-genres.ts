import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { genres } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';

const read = preparedStatement<{ slug: string }, Record<string, never>>(
  'list-genres',
  sql`select slug from ${genres} order by slug limit 1000`,
);

/** The slugs of all genres that were ever told of. */
export async function listGenres(ctx: Pick<Ctx, 'db'>): Promise<string[]> {
  return (await read(ctx.db, {})).map(({ slug }) => slug);
}
