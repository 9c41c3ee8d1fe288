import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { ownedGames } from '#database/schema.ts';
import type { Ctx } from '../context.ts';

/** Which of the games `ids` the actor owns, in no order; a visitor owns none, and nothing is asked. */
export async function listOwnedAmong(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  ids: readonly number[],
): Promise<number[]> {
  if (!ctx.actor || ids.length === 0) return [];
  const rows = await read(ctx.db, { userId: ctx.actor.id, ids: [...new Set(ids)] });
  return rows.map(({ id }) => id);
}

// Prepared: every list that a player sees asks it.
const read = preparedStatement<{ id: number }, { userId: string; ids: number[] }>(
  'owned-among',
  sql`select owned.game_id as id from ${ownedGames} as owned
    where owned.user_id = ${sql.placeholder('userId')}::uuid
      and owned.game_id = any(${sql.placeholder('ids')}::integer[])`,
);
