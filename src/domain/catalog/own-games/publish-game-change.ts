import type { Ctx } from '../../context.ts';
import { hasHiddenGames } from '../all-games/has-hidden-games.ts';
import { listShelves } from '../games/list-shelves.ts';
import { publishPriceChange } from '../prices/read-prices.ts';
import { listOwnShelf } from './list-own-shelf.ts';

/** Ends what caches have of the games, on all nodes. */
export function publishGameChange(ctx: Pick<Ctx, 'events' | 'readCache'>): void {
  hasHiddenGames.clear(ctx);
  listShelves.clear(ctx);
  listOwnShelf.clear(ctx);
  publishPriceChange(ctx);
}
