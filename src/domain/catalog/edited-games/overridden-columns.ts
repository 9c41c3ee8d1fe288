import { type SQL, sql } from 'drizzle-orm';
import type { OverridableField } from '#shared/constants/catalog/game-overrides.ts';

/** The columns of `games` that a source refreshes and an editor can change. */
const fields: Readonly<Record<string, OverridableField>> = {
  name: 'name',
  description: 'description',
  background_image: 'cover',
  genres: 'genres',
  website: 'website',
};

/**
 * What a refresh writes to a column of the row `stored` of `games`: `next`, or what is there if editors of the site
 * have changed it. It reads the row alone, so that a refresh that waited for an edit sees it.
 */
export function unlessOverridden(column: string, next: SQL): SQL {
  const field = fields[column];
  if (field === undefined) return next;
  return sql`case when ${sql.raw(`'${field}'`)} = any(stored.overridden)
    then stored.${sql.raw(column)} else ${next} end`;
}
