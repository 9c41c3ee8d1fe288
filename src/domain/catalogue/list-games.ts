import { sql } from 'drizzle-orm';
import { preparedStatement } from '#db/statement.ts';
import { type GameOrder, gameOrders } from '#shared/game-order.ts';
import { shop } from '#shared/limits.ts';
import { type GameList, gameList, type ListRow } from './game-list.ts';
import { rankings } from './game-order.ts';
import { rankedList } from './ranked-list.ts';
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
  if (term) {
    const filter = genre ? sql`entry.genres @> array[${genre}]` : undefined;
    const ranking = order === 'relevance' ? undefined : rankings[order];
    return searchGames(ctx, { term, filter, ranking, offset });
  }
  // Nothing but punctuation was typed: no name is found by it.
  if (search.trim()) return { games: [], total: 0 };
  const rows = genre
    ? await ofGenre[order](ctx.db, { offset, genre })
    : await ofAll[order](ctx.db, { offset });
  return gameList(rows);
}

const page = { size: shop.pageSize, offset: sql.placeholder('offset') };

// Prepared: this is what most of the shop's pages ask.
const ofAll = inEachOrder((order) =>
  preparedStatement<ListRow, { offset: number }>(
    `list-games-${order}`,
    rankedList({ ...page, ranking: rankings[order] }),
  ),
);
const ofGenre = inEachOrder((order) =>
  preparedStatement<ListRow, { offset: number; genre: string }>(
    `list-games-of-genre-${order}`,
    rankedList({
      ...page,
      ranking: rankings[order],
      filter: sql`entry.genres @> array[${sql.placeholder('genre')}::text]`,
    }),
  ),
);

function inEachOrder<Read>(make: (order: GameOrder) => Read): Record<GameOrder, Read> {
  return Object.fromEntries(gameOrders.map((order) => [order, make(order)])) as Record<
    GameOrder,
    Read
  >;
}
