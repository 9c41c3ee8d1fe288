import { sql } from 'drizzle-orm';
import { text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { genres } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';

const read = prepareStatement<{ slug: string }, Record<string, never>>(
  'list-genres',
  { slug: text },
  sql`select slug from ${genres} order by slug limit 1000`,
);

/** The slugs of all stored genres, 1,000 at most. */
export async function listGenres(ctx: Pick<Ctx, 'db'>): Promise<string[]> {
  return (await read(ctx.db, {})).map(({ slug }) => slug);
}
