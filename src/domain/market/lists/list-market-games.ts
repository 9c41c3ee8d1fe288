import { sql } from 'drizzle-orm';
import { integer, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { games, marketListings } from '#database/schema.ts';
import { cachedRead } from '../../lib/cached-read.ts';

export interface MarketGame {
  id: number;
  name: string;
}

const freshMs = 60_000;
/** The maximum of games in the filter; of more games the best-known ones are offered. */
const offered = sql.raw('100');

// Jumps from one game id to the next: one index lookup per game, however many listings it has.
const open = prepareStatement<MarketGame, Record<string, never>>(
  'market-games',
  { id: integer, name: text },
  sql`with recursive open (id) as (
    select min(game_id) from ${marketListings}
    union all
    select (select min(item.game_id) from ${marketListings} as item where item.game_id > open.id)
    from open where open.id is not null
  )
  select id, name from (
    select game.id, game.name from open join ${games} as game on game.id = open.id
    order by game.ratings_count desc, game.id limit ${offered}
  ) as game
  order by lower(name), id`,
);

/**
 * The games with cards for sale, by name, for the filter of the market: the 100 best-known ones at most.
 * Cached for a minute.
 */
export const listMarketGames = cachedRead('market-games', freshMs, ({ db }) => open(db, {}));
