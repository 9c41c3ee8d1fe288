import { type SQL, sql } from 'drizzle-orm';
import { gameSearch } from '#database/schema.ts';
import { shopConstants } from '#shared/constants/catalog.ts';
import { listStatement } from './game-list.ts';
import type { Ranking } from './game-rankings.ts';

interface RankedPage {
  ranking: Ranking;
  /** Which entries of `game_search`, as `entry`; all of them without one. */
  filter?: SQL;
  size: number;
  /** A number or its placeholder. */
  offset: unknown;
}

/** The statement of a page of all games, or of those of a filter, in an order. */
export function rankedList({ ranking, filter, size, offset }: RankedPage): SQL {
  const { place, by } = ranking;
  const narrowed = filter ? sql`where ${filter}` : sql``;
  return listStatement(
    sql`select from ${gameSearch} as entry ${narrowed} limit ${sql.raw(String(shopConstants.countMax + 1))}`,
    sql`select entry.game_id, ${place} as place
      from ${gameSearch} as entry ${narrowed}
      order by ${by}
      limit ${sql.raw(String(size))} offset ${offset}::integer`,
    ranking,
  );
}
