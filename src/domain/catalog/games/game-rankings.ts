import { type SQL, sql } from 'drizzle-orm';
import type { GameOrder } from '#shared/constants/catalog/game-order.ts';

export interface Ranking {
  /** The sort key of an entry of `game_search`, ascending; unknown values come last. */
  sortKey: SQL;
  /** The same order as the columns of its index, so that Postgres need not sort a page. */
  orderBy: SQL;
  /** Whether the order is descending by `sortKey`; unknown values then come first. */
  reversed?: boolean;
}

/** How each order ranks `entry`, a row of `game_search`. Relevance without a search term is popularity. */
export const rankings: Record<GameOrder, Ranking> = {
  relevance: {
    sortKey: sql`-entry.ratings_count`,
    orderBy: sql`entry.ratings_count desc, entry.game_id`,
  },
  rating: { sortKey: sql`-entry.rated`, orderBy: sql`entry.rated desc, entry.game_id` },
  released: {
    sortKey: sql`date '2000-01-01' - entry.released`,
    orderBy: sql`entry.released desc nulls last, entry.game_id`,
  },
  name: { sortKey: sql`entry.words`, orderBy: sql`entry.words, entry.game_id` },
};

/** Each order reversed; an index can be scanned in both directions. */
export const reversedRankings: Record<GameOrder, Ranking> = {
  relevance: reverse('relevance', sql`entry.ratings_count, entry.game_id desc`),
  rating: reverse('rating', sql`entry.rated, entry.game_id desc`),
  released: reverse('released', sql`entry.released nulls first, entry.game_id desc`),
  name: reverse('name', sql`entry.words desc, entry.game_id desc`),
};

function reverse(order: GameOrder, by: SQL): Ranking {
  return { sortKey: rankings[order].sortKey, orderBy: by, reversed: true };
}

/** The ORDER BY clause of a ranking, for rows with `place` and `game_id`. */
export function orderByPlace({ reversed = false }: Pick<Ranking, 'reversed'>): SQL {
  return reversed ? sql`order by place desc, game_id desc` : sql`order by place, game_id`;
}
