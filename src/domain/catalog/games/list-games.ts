import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { memoizeByKey } from '#domain/lib/cached-read.ts';
import { rowsFor } from '#domain/lib/rows-for-page.ts';
import { searchWords } from '#domain/lib/search-words.ts';
import { shopConstants } from '#shared/constants/catalog.ts';
import type { GameOrder } from '#shared/constants/game-order.ts';
import { type CatalogueReader, listFromProvider } from '../provider/cached-lookup.ts';
import { searchGames } from '../search/search-games.ts';
import { type GameList, gameList, type ListRow } from './game-list.ts';
import { rankings } from './game-rankings.ts';
import { rankedList } from './ranked-list.ts';

export interface GameQuery {
  /** As typed; empty for all games. */
  search?: string;
  /** A genre's slug; empty for all. */
  genre?: string;
  /** `relevance` unless another one is asked for. */
  order?: GameOrder;
  /** From 1. */
  page?: number;
  /** The shop's usual number unless another one is asked for. */
  perPage?: number;
}

/**
 * A page of the shop's list: by relevance (without a search the most rated first, with one the best
 * matches, see `searchGames`), by rating, by release or by name. Equals follow one another by their ids,
 * so that pages neither repeat nor miss a game. Where a games database knows the list, it is as that has
 * it.
 */
export async function listGames(ctx: CatalogueReader, query: GameQuery): Promise<GameList> {
  const { search = '', genre = '', order = 'relevance', page = 1 } = query;
  const { perPage = shopConstants.pageSize } = query;
  const asked = { search, genre, order, page, perPage };
  let read: Promise<GameList> | null = null;
  const ours = () => {
    read ??= listOurs(ctx, asked);
    return read;
  };
  const held = async () => (await ours()).games.length > 0;
  return (await listFromProvider(ctx, asked, { held })) ?? ours();
}

/** The same as Postgres has it. */
async function listOurs(
  ctx: CatalogueReader,
  { search, genre, order, page, perPage }: Required<GameQuery>,
): Promise<GameList> {
  const offset = Math.min((page - 1) * perPage, shopConstants.countMax);
  const term = searchWords(search);
  if (term) {
    const filter = genre ? sql`entry.genres @> array[${genre}]` : undefined;
    const ranking = order === 'relevance' ? undefined : rankings[order];
    return searchGames(ctx, { term, filter, ranking, offset, size: perPage });
  }
  // Nothing but punctuation was typed: no name is found by it.
  if (search.trim()) return { games: [], total: 0 };
  const size = rowsFor(perPage, shopConstants.pageSize);
  const rows = genre
    ? await ofGenre(order, size)(ctx.db, { offset, genre })
    : await ofAll(order, size)(ctx.db, { offset });
  const { games, total } = gameList(rows);
  return { games: games.slice(0, perPage), total };
}

const offset = sql.placeholder('offset');

// Prepared: this is what most of the shop's pages ask.
const ofAll = memoizeByKey((order: GameOrder, size: number) =>
  preparedStatement<ListRow, { offset: number }>(
    `list-games-${order}-${size}`,
    rankedList({ size, offset, ranking: rankings[order] }),
  ),
);
const ofGenre = memoizeByKey((order: GameOrder, size: number) =>
  preparedStatement<ListRow, { offset: number; genre: string }>(
    `list-games-of-genre-${order}-${size}`,
    rankedList({
      size,
      offset,
      ranking: rankings[order],
      filter: sql`entry.genres @> array[${sql.placeholder('genre')}::text]`,
    }),
  ),
);
