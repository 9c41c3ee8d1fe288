import { sql } from 'drizzle-orm';
import { textArray } from '#database/column-types.ts';
import { declareStatement, type StatementTarget } from '#database/prepared-query.ts';
import { gameGroups, games } from '#database/schema.ts';

/**
 * The different sets of groups for whose members alone games exist; an empty one for games whose groups were deleted.
 * Most sites have none.
 */
export type GameAudiences = readonly (readonly string[])[];

const readAudiences = declareStatement<{ groups: string[] }, Record<string, never>>(
  { groups: textArray },
  sql`select distinct array(select opened.group_id::text from ${gameGroups} as opened
      where opened.game_id = game.id order by opened.group_id) as groups
    from ${games} as game where game.is_for_groups`,
);

/** For which groups the games are that not everybody sees. */
export async function readGameAudiences(db: StatementTarget): Promise<GameAudiences> {
  const rows = await readAudiences(db, {});
  return rows.map(({ groups }) => groups);
}
