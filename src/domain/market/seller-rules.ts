import { eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { cards, marketSales, users } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Actor } from '../base-context.ts';
import type { Ctx } from '../context.ts';

/**
 * Holds the seller's account until the transaction ends, so that two sales of one account cannot both
 * take its last free listing; whoever only refers to the account is not kept waiting. Answers when the
 * account registered while what it gained before that still rests, else null.
 * @throws Refusal `unconfirmed-email`, `account-suspended` when that happened while the request was
 * under way: its listings were withdrawn, and this would be another.
 */
export async function lockSeller(ctx: Ctx, tx: Queryable, userId: string): Promise<Date | null> {
  const [seller] = await tx
    .select({
      emailVerified: users.emailVerified,
      registeredAt: users.registeredAt,
      suspended: isSuspended(ctx.clock.now()),
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (seller?.suspended) throw new AppError('account-suspended');
  // Where no mail can be sent, addresses count as confirmed.
  if (ctx.mailer.delivers && !seller?.emailVerified) throw new AppError('unconfirmed-email');
  return newSince(ctx, seller?.registeredAt ?? null);
}

/** When an account registered, if that is less than 24 hours ago. */
export function newSince(ctx: Pick<Ctx, 'clock'>, registeredAt: Actor['registeredAt']) {
  if (!registeredAt) return null;
  return ctx.clock.now().getTime() < firstDayEnd(registeredAt).getTime() ? registeredAt : null;
}

/** When an account's first 24 hours are over. */
export function firstDayEnd(registeredAt: Date): Date {
  return new Date(registeredAt.getTime() + marketConstants.firstDayMs);
}

/**
 * Which of an account's cards rest: those it has had since before `registeredAt`. What it bought since
 * then can be older than the account and does not rest.
 */
export function isCoolingDown(userId: string, registeredAt: Date): SQL {
  return sql`(${cards.createdAt} < ${registeredAt} and not exists (
    select from ${marketSales} as sale
    where sale.kind_id = ${cards.kindId} and sale.sold_at >= ${registeredAt}
      and sale.card_id = ${cards.id} and sale.buyer_id = ${userId}::uuid))`;
}
