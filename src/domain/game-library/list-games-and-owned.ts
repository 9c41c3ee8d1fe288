import type { GameList } from '../catalog/games/game-list-sql.ts';
import { type GameQuery, listGames } from '../catalog/games/list-games.ts';
import type { CatalogCtx } from '../catalog/provider/query-provider-or-database.ts';
import type { Ctx } from '../context.ts';
import { listOwnedGameIds } from './list-owned-game-ids.ts';

/**
 * A page of games, see `listGames`, with those that the actor owns among its games and the others that are read,
 * in no order. Both are one statement for lists of our own database without a search. A visitor's list does not wait
 * for the others.
 */
export async function listGamesAndOwned(
  ctx: CatalogCtx & Pick<Ctx, 'actor'>,
  query: Omit<GameQuery, 'owner'>,
  readOthers: () => Promise<readonly number[]>,
): Promise<GameList & { owned: number[] }> {
  if (!ctx.actor) return { ...(await listGames(ctx, query)), owned: [] };
  const others = await readOthers();
  const list = await listGames(ctx, { ...query, owner: { userId: ctx.actor.id, others } });
  const ids = [...list.games.map(({ id }) => id), ...others];
  return { ...list, owned: list.owned ?? (await listOwnedGameIds(ctx, ids)) };
}
