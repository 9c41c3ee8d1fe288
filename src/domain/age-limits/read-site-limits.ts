import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { textArray } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { gameGroups, games } from '#database/schema.ts';
import type { AgeLimits } from '#shared/schemas/administration/age-limits.ts';
import { readSiteSetting } from '../site/read-site-settings.ts';

/** What some readers of the site may not see. */
export interface SiteLimits {
  ages: AgeLimits;
  /**
   * The different sets of groups for whose members alone games exist; an empty one for games whose groups were
   * deleted. Most sites have none.
   */
  audiences: readonly (readonly string[])[];
}

const readAudiences = declareStatement<{ groups: string[] }, Record<string, never>>(
  { groups: textArray },
  sql`select distinct array(select opened.group_id::text from ${gameGroups} as opened
      where opened.game_id = game.id order by opened.group_id) as groups
    from ${games} as game where game.is_for_groups`,
);

export async function readSiteLimits(db: Queryable): Promise<SiteLimits> {
  const [ages, rows] = await Promise.all([readSiteSetting(db, 'ageLimits'), readAudiences(db, {})]);
  return { ages, audiences: rows.map(({ groups }) => groups) };
}
