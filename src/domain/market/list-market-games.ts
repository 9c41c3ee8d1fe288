import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { games, marketItems } from '#database/schema.ts';
import { cachedRead } from '../lib/cached-read.ts';

export interface MarketGame {
  id: number;
  name: string;
}

const freshMs = 60_000;
/** More than these are no longer a choice but a list: the best known of the games are offered. */
const offered = sql.raw('100');

// From one game to the next: however many listings a game has, it costs one look.
const open = preparedStatement<MarketGame, Record<string, never>>(
  'market-games',
  sql`with recursive open (id) as (
    select min(game_id) from ${marketItems}
    union all
    select (select min(item.game_id) from ${marketItems} as item where item.game_id > open.id)
    from open where open.id is not null
  )
  select id, name from (
    select game.id, game.name from open join ${games} as game on game.id = open.id
    order by game.ratings_count desc, game.id limit ${offered}
  ) as game
  order by lower(name), id`,
);

/**
 * The games that cards are for sale of, by name, as they were at most a minute ago: the choice of the
 * market's filter. Of very many the best known.
 */
export const listMarketGames = cachedRead(freshMs, ({ db }) => open(db, {}));
