import { type SQL, sql } from 'drizzle-orm';
import { gameSearch } from '#database/schema.ts';
import { shopConstants } from '#shared/constants/catalog/catalog.ts';
import { gameListStatement } from './game-list-sql.ts';
import type { Ranking } from './game-rankings.ts';

interface RankedPage {
  ranking: Ranking;
  /** A condition on `entry`, a row of `game_search`; all entries by default. */
  filter?: SQL;
  size: number;
  /** A number or a placeholder. */
  offset: unknown;
  /** Further columns. They can read `listed`, the `game_id`s of the page. */
  more?: SQL;
}

/** The statement of one page of all games, or of those that match the filter. */
export function rankedListStatement({ ranking, filter, size, offset, more }: RankedPage): SQL {
  const { sortKey, orderBy } = ranking;
  const narrowed = filter ? sql`where ${filter}` : sql``;
  return gameListStatement(
    sql`select from ${gameSearch} as entry ${narrowed} limit ${sql.raw(String(shopConstants.countMax + 1))}`,
    sql`select entry.game_id, ${sortKey} as place
      from ${gameSearch} as entry ${narrowed}
      order by ${orderBy}
      limit ${sql.raw(String(size))} offset ${offset}::integer`,
    ranking,
    more,
  );
}
