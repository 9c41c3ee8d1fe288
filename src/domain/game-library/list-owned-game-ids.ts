import { integer } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { requestedIds, selectOwnedGames } from '#database/sql/select-owned-games.ts';
import type { Ctx } from '../context.ts';

/** Returns those of `ids` that the actor owns, in no order. For a visitor it runs no query. */
export async function listOwnedGameIds(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  ids: readonly number[],
): Promise<number[]> {
  if (!ctx.actor || ids.length === 0) return [];
  const rows = await findOwned(ctx.db, { userId: ctx.actor.id, ids: [...new Set(ids)] });
  return rows.map(({ id }) => id);
}

// Prepared, because every list of games that a player sees uses it.
const findOwned = prepareStatement<{ id: number }, { userId: string; ids: number[] }>(
  'owned-among',
  { id: integer },
  selectOwnedGames(requestedIds),
);
