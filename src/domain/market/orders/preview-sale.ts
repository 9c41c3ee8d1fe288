import { requirePlayer } from '../../accounts/require-actor.ts';
import type { Ctx } from '../../context.ts';
import { fillsMax, findOrdersForListings, toTimeValues } from './find-pairs.ts';
import { matchPairs } from './match-pairs.ts';
import type { Offer } from './sell-into-orders.ts';

/**
 * What the actor would sell at once by listing copies of a card at a price: the number of copies, and the sum
 * of their prices in cents. It counts 20 copies at most. For the text before a seller confirms.
 * @throws AppError `login-required`, `guest-not-allowed`
 */
export async function previewSale(
  ctx: Ctx,
  { gameId, kindId, price, copies }: Offer & { copies: number },
): Promise<{ copies: number; amount: number }> {
  const { id: userId } = requirePlayer(ctx);
  const values = toTimeValues(ctx);
  const offers = JSON.stringify([{ game_id: gameId, kind_id: kindId, price }]);
  const found = await findOrdersForListings(ctx.db, { ...values, userId, offers });
  const items = Array.from({ length: Math.min(copies, fillsMax) }, (_, place) => String(place));
  const pairs = found.flatMap((pair) => items.map((itemId) => ({ ...pair, itemId })));
  const fills = matchPairs(pairs, { feePercent: values.feePercent, fillsMax });
  return { copies: fills.length, amount: fills.reduce((sum, fill) => sum + fill.price, 0) };
}
