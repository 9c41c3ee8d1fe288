import { type SQL, sql } from 'drizzle-orm';
import type { GameOrder } from '#shared/constants/game-order.ts';

export interface Ranking {
  /** Where an entry of `game_search` stands: the smallest first, the unknown last. */
  place: SQL;
  /** The same order in the words of its index, so that a page needs no sorting. */
  by: SQL;
  /** The greatest place first instead, and the unknown before it. */
  backwards?: boolean;
}

/** How each order ranks `entry`, a row of `game_search`; without a term, relevance is being well known. */
export const rankings: Record<GameOrder, Ranking> = {
  relevance: {
    place: sql`-entry.ratings_count`,
    by: sql`entry.ratings_count desc, entry.game_id`,
  },
  rating: { place: sql`-entry.rated`, by: sql`entry.rated desc, entry.game_id` },
  released: {
    place: sql`date '2000-01-01' - entry.released`,
    by: sql`entry.released desc nulls last, entry.game_id`,
  },
  name: { place: sql`entry.words`, by: sql`entry.words, entry.game_id` },
};

/** Each order from its other end; an index is walked either way. */
export const rankingsBackwards: Record<GameOrder, Ranking> = {
  relevance: fromTheEnd('relevance', sql`entry.ratings_count, entry.game_id desc`),
  rating: fromTheEnd('rating', sql`entry.rated, entry.game_id desc`),
  released: fromTheEnd('released', sql`entry.released nulls first, entry.game_id desc`),
  name: fromTheEnd('name', sql`entry.words desc, entry.game_id desc`),
};

function fromTheEnd(order: GameOrder, by: SQL): Ranking {
  return { place: rankings[order].place, by, backwards: true };
}

/** The order of `place` and `game_id` that a ranking means. */
export function orderOfPlaces({ backwards = false }: Pick<Ranking, 'backwards'>): SQL {
  return backwards ? sql`order by place desc, game_id desc` : sql`order by place, game_id`;
}
