import { z } from 'zod';
import { libraryConstants, libraryOrders } from '../../constants/game-library/game-library.ts';
import { gameId } from '../fields/game-id.ts';
import { itemsPerPageOr, searchTerm } from '../fields/list-query.ts';
import { pageNumber } from '../fields/paging.ts';

/** The query of a library: `?q=…&order=…&perPage=…&page=…&game=…`; `game` is the selected game. */
export const libraryQuery = z.object({
  q: searchTerm(),
  order: z.enum(libraryOrders).catch(libraryOrders[0]).default(libraryOrders[0]),
  perPage: itemsPerPageOr(libraryConstants.pageSize),
  page: pageNumber(),
  game: gameId.nullable().catch(null).default(null),
});
