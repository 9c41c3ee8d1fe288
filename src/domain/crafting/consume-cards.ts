import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { cards, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { findSuspensionError, isSuspended } from '../accounts/suspension.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { getFirstDayStart } from '../market/selling/resting-cards.ts';
import { requireNotRetired } from '../permissions/require-actor.ts';

/**
 * Locks the account until the transaction ends, so that it neither sells nor consumes cards at the same time.
 * Returns when the account registered if that is less than 24 hours ago, because its older cards then rest;
 * otherwise null.
 * @throws AppError `account-suspended`, `account-deleted`; `login-required`, if the guest was retired
 */
export async function lockCollector(ctx: Ctx, tx: Queryable, actor: Actor): Promise<Date | null> {
  const [account] = await tx
    .select({ registeredAt: users.registeredAt, suspended: isSuspended(ctx.clock.now()) })
    .from(users)
    .where(eq(users.id, actor.id))
    .for('no key update');
  if (account?.suspended) throw await findSuspensionError(tx, actor.id);
  await requireNotRetired(tx, actor);
  return getFirstDayStart(ctx, account?.registeredAt ?? null);
}

/**
 * Marks held cards as consumed by a craft or a recycling, all of them or none.
 * @throws AppError `cards-changed`, if one of them is not held any more
 */
export async function consumeCards(
  tx: Queryable,
  { ids, userId, consumedBy }: { ids: readonly string[]; userId: string; consumedBy: string },
): Promise<void> {
  const held = and(inArray(cards.id, [...ids]), eq(cards.ownerId, userId), eq(cards.state, 'held'));
  await tx.select({ id: cards.id }).from(cards).where(held).orderBy(asc(cards.id)).for('update');
  const consumed = await tx
    .update(cards)
    .set({ state: 'consumed', consumedBy })
    .where(held)
    .returning({ id: cards.id });
  if (consumed.length !== ids.length) throw new AppError('cards-changed');
}
