import { type SQL, sql } from 'drizzle-orm';
import type { GameOrder } from '#shared/game-order.ts';

interface Ranking {
  /** Where an entry of `game_search` stands: the smallest first, the unknown last. */
  place: SQL;
  /** The same order in the words of its index, so that a page needs no sorting. */
  by: SQL;
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
