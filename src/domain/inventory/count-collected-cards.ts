import { and, count, eq, inArray } from 'drizzle-orm';
import { cards } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';

/**
 * Returns how many copies of each card kind of a game the actor owns, by the kind's id. Like in its collection,
 * copies that are for sale count. @throws AppError `login-required`.
 */
export async function countCollectedCards(
  ctx: Ctx,
  gameId: number,
): Promise<Record<string, number>> {
  const { id: ownerId } = requireActor(ctx);
  const rows = await ctx.db
    .select({ kindId: cards.kindId, copies: count() })
    .from(cards)
    .where(
      and(
        eq(cards.ownerId, ownerId),
        eq(cards.gameId, gameId),
        inArray(cards.state, ['held', 'listed']),
      ),
    )
    .groupBy(cards.kindId);
  return Object.fromEntries(rows.map(({ kindId, copies }) => [kindId, copies]));
}
