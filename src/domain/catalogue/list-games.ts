import { type SQL, sql } from 'drizzle-orm';
import { gameSearch } from '#db/schema.ts';
import { preparedStatement } from '#db/statement.ts';
import { shop } from '#shared/limits.ts';
import type { Ctx } from '../context.ts';
import { type GameList, gameList, type ListRow, listStatement } from './game-list.ts';
import { searchGames } from './search-games.ts';
import { searchWords } from './search-words.ts';

export interface GameQuery {
  /** As typed; empty for all games. */
  search?: string;
  /** A genre's slug; empty for all. */
  genre?: string;
  /** From 1. */
  page?: number;
}

/**
 * A page of the shop's list. Without a search the most rated games come first, with one the best
 * matches do (see `searchGames`).
 */
export async function listGames(
  ctx: Pick<Ctx, 'db'>,
  { search = '', genre = '', page = 1 }: GameQuery,
): Promise<GameList> {
  const offset = (page - 1) * shop.pageSize;
  const term = searchWords(search);
  if (term) return searchGames(ctx, { term, genre, offset });
  // Nothing but punctuation was typed: no name is found by it.
  if (search.trim()) return { games: [], total: 0 };
  const rows = genre ? await ofGenre(ctx.db, { offset, genre }) : await ofAll(ctx.db, { offset });
  return gameList(rows);
}

// Prepared: this is what most of the shop's pages ask.
const ofAll = preparedStatement<ListRow, { offset: number }>('list-games', mostRated(sql``));
const ofGenre = preparedStatement<ListRow, { offset: number; genre: string }>(
  'list-games-of-genre',
  mostRated(sql`where entry.genres @> array[${sql.placeholder('genre')}::text]`),
);

function mostRated(filter: SQL): SQL {
  return listStatement(
    sql`select from ${gameSearch} as entry ${filter} limit ${sql.raw(String(shop.countMax + 1))}`,
    sql`select entry.game_id, -entry.ratings_count as place
      from ${gameSearch} as entry ${filter}
      order by entry.ratings_count desc, entry.game_id
      limit ${sql.raw(String(shop.pageSize))} offset ${sql.placeholder('offset')}::integer`,
  );
}
