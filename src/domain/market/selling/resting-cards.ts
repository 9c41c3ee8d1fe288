import { type SQL, sql } from 'drizzle-orm';
import { cards, marketSales, tradedCards } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';

/** When the account registered, if that is less than 24 hours ago; otherwise null. */
export function getFirstDayStart(ctx: Pick<Ctx, 'clock'>, registeredAt: Actor['registeredAt']) {
  if (!registeredAt) return null;
  return ctx.clock.now().getTime() < getFirstDayEnd(registeredAt).getTime() ? registeredAt : null;
}

/** When the first 24 hours of an account end. */
export function getFirstDayEnd(registeredAt: Date): Date {
  return new Date(registeredAt.getTime() + marketConstants.firstDayMs);
}

/**
 * SQL condition for resting cards: those that the account has had since before `registeredAt`, and those that it got
 * for a code. A card that it bought or was given in a trade since then can be older, but does not rest.
 */
export function isRestingCard(userId: string | SQL, registeredAt: Date | SQL): SQL {
  return sql`((${cards.createdAt} < ${registeredAt} or ${cards.origin} = 'redeemed') and not exists (
    select from ${marketSales} as sale
    where sale.kind_id = ${cards.kindId} and sale.sold_at >= ${registeredAt}
      and sale.card_id = ${cards.id} and sale.buyer_id = ${userId}::uuid)
    and not exists (select from ${tradedCards} as traded
    where traded.card_id = ${cards.id} and traded.to_id = ${userId}::uuid
      and traded.traded_at >= ${registeredAt}))`;
}
