import { sql } from 'drizzle-orm';
import { boolean, nullable, timestamptz } from '#database/column-types.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { findSuspensionError, isSuspended } from '../../accounts/suspension.ts';
import type { Ctx } from '../../context.ts';
import { getFirstDayStart } from './resting-cards.ts';

const readAndLockSeller = prepareStatement<
  { emailVerified: boolean; registeredAt: Date | null; suspended: boolean },
  { userId: string; now: Date }
>(
  'lock-seller',
  { emailVerified: boolean, registeredAt: nullable(timestamptz), suspended: boolean },
  sql`select email_verified as "emailVerified", registered_at as "registeredAt",
      ${isSuspended(sql.placeholder('now'))} as suspended
    from ${users} where id = ${sql.placeholder('userId')}::uuid for no key update`,
);

/**
 * Locks the seller's account until the transaction ends, so that two sales cannot both use the last
 * allowed listing. Foreign-key checks on the account do not wait for this lock. Returns when the account
 * registered if that is less than 24 hours ago, because its older cards then rest; otherwise null.
 * @throws AppError `unconfirmed-email`
 * @throws AppError `account-suspended` or `account-deleted`, if that happened during the request. Its listings were
 * withdrawn then, and it must not get new ones.
 */
export async function lockSeller(ctx: Ctx, tx: Transaction, userId: string): Promise<Date | null> {
  const [seller] = await readAndLockSeller(tx, { userId, now: ctx.clock.now() });
  if (seller?.suspended) throw await findSuspensionError(tx, userId);
  // Without a mail server every email address counts as confirmed.
  if (ctx.accounts.mailer.canDeliver && !seller?.emailVerified)
    throw new AppError('unconfirmed-email');
  return getFirstDayStart(ctx, seller?.registeredAt ?? null);
}
