import { type SQL, sql } from 'drizzle-orm';
import { gameSearch } from '#db/schema.ts';
import { preparedStatement } from '#db/statement.ts';
import { type GameOrder, gameOrders } from '#shared/game-order.ts';
import { shop } from '#shared/limits.ts';
import { type GameList, gameList, type ListRow, listStatement } from './game-list.ts';
import { rankings } from './game-order.ts';
import { searchGames } from './search-games.ts';
import { searchWords } from './search-words.ts';
import { type CatalogueReader, listFromSource } from './source/look.ts';

export interface GameQuery {
  /** As typed; empty for all games. */
  search?: string;
  /** A genre's slug; empty for all. */
  genre?: string;
  /** `relevance` unless another one is asked for. */
  order?: GameOrder;
  /** From 1. */
  page?: number;
}

/**
 * A page of the shop's list: by relevance (without a search the most rated first, with one the best
 * matches, see `searchGames`), by rating, by release or by name. Equals follow one another by their ids,
 * so that pages neither repeat nor miss a game. Where a games database knows the list, it is as that has
 * it.
 */
export async function listGames(
  ctx: CatalogueReader,
  { search = '', genre = '', order = 'relevance', page = 1 }: GameQuery,
): Promise<GameList> {
  let read: Promise<GameList> | null = null;
  const ours = () => {
    read ??= listOurs(ctx, { search, genre, order, page });
    return read;
  };
  const held = async () => (await ours()).games.length > 0;
  return (await listFromSource(ctx, { search, genre, order, page }, { held })) ?? ours();
}

/** The same as Postgres has it. */
async function listOurs(
  ctx: CatalogueReader,
  { search, genre, order, page }: Required<GameQuery>,
): Promise<GameList> {
  const offset = (page - 1) * shop.pageSize;
  const term = searchWords(search);
  if (term) return searchGames(ctx, { term, genre, order, offset });
  // Nothing but punctuation was typed: no name is found by it.
  if (search.trim()) return { games: [], total: 0 };
  const rows = genre
    ? await ofGenre[order](ctx.db, { offset, genre })
    : await ofAll[order](ctx.db, { offset });
  return gameList(rows);
}

// Prepared: this is what most of the shop's pages ask.
const ofAll = inEachOrder((order) =>
  preparedStatement<ListRow, { offset: number }>(`list-games-${order}`, ranked(order, sql``)),
);
const ofGenre = inEachOrder((order) =>
  preparedStatement<ListRow, { offset: number; genre: string }>(
    `list-games-of-genre-${order}`,
    ranked(order, sql`where entry.genres @> array[${sql.placeholder('genre')}::text]`),
  ),
);

function inEachOrder<Read>(make: (order: GameOrder) => Read): Record<GameOrder, Read> {
  return Object.fromEntries(gameOrders.map((order) => [order, make(order)])) as Record<
    GameOrder,
    Read
  >;
}

function ranked(order: GameOrder, filter: SQL): SQL {
  const { place, by } = rankings[order];
  return listStatement(
    sql`select from ${gameSearch} as entry ${filter} limit ${sql.raw(String(shop.countMax + 1))}`,
    sql`select entry.game_id, ${place} as place
      from ${gameSearch} as entry ${filter}
      order by ${by}
      limit ${sql.raw(String(shop.pageSize))} offset ${sql.placeholder('offset')}::integer`,
  );
}
