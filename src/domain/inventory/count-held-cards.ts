import { sql } from 'drizzle-orm';
import { integer, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { cards } from '#database/schema.ts';
import type { Ctx } from '../context.ts';

/**
 * Returns how many copies of each card kind of a game the actor holds, by the kind's id; empty for a
 * visitor.
 */
export async function countHeldCards(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  gameId: number,
): Promise<Record<string, number>> {
  if (!ctx.actor) return {};
  const rows = await countCopies(ctx.db, { userId: ctx.actor.id, gameId });
  return Object.fromEntries(rows.map(({ kindId, copies }) => [kindId, copies]));
}

// Prepared, because every game page of a player uses it.
const countCopies = prepareStatement<
  { kindId: string; copies: number },
  { userId: string; gameId: number }
>(
  'count-held',
  { kindId: text, copies: integer },
  sql`select held.kind_id as "kindId", count(*)::integer as copies
    from ${cards} as held
    where held.owner_id = ${sql.placeholder('userId')}::uuid
      and held.game_id = ${sql.placeholder('gameId')}::integer and held.state = 'held'
    group by held.kind_id`,
);
