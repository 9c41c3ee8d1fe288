import { asc, inArray } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { findSuspensionError, isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { lockWallets } from '../ledger/lock-wallets.ts';
import { getFirstDayStart } from '../market/selling/resting-cards.ts';

/** One of the two people of an offer. */
export interface Trader {
  id: string;
  username: string;
  /** When the account registered if that is less than 24 hours ago: its older cards rest. Otherwise null. */
  restSince: Date | null;
  registeredAt: Date | null;
}

/**
 * Locks the wallets and accounts of the actor and the other person, in the order of their ids, until the transaction
 * ends. Sales, trades and suspensions of both wait, so what it returns stays true.
 * @throws AppError `account-suspended` if one of the two is suspended, `account-deleted`, `unconfirmed-email` of the actor,
 * `not-friends` if the other account is deleted
 */
export async function lockTraders(
  ctx: Ctx,
  tx: Queryable,
  actorId: string,
  otherId: string,
): Promise<{ actor: Trader; other: Trader }> {
  // Sales count against the same limits of the day while they hold the wallets.
  await lockWallets(tx, [actorId, otherId]);
  const rows = await tx
    .select({
      id: users.id,
      username: users.displayUsername,
      role: users.role,
      emailVerified: users.emailVerified,
      registeredAt: users.registeredAt,
      suspended: isSuspended(ctx.clock.now()),
    })
    .from(users)
    .where(inArray(users.id, [actorId, otherId]))
    .orderBy(asc(users.id))
    .for('no key update');
  const actor = rows.find(({ id }) => id === actorId);
  const other = rows.find(({ id }) => id === otherId);
  if (actor?.suspended) throw await findSuspensionError(tx, actorId);
  if (!actor || !other || other.role === 'guest') throw new AppError('not-friends');
  if (other.suspended)
    throw new AppError('account-suspended', { text: `${other.username} is suspended.` });
  // Without a mail server every email address counts as confirmed.
  if (ctx.accounts.mailer.canDeliver && !actor.emailVerified)
    throw new AppError('unconfirmed-email');
  const toTrader = ({ id, username, registeredAt }: typeof actor): Trader => ({
    id,
    username,
    restSince: getFirstDayStart(ctx, registeredAt),
    registeredAt,
  });
  return { actor: toTrader(actor), other: toTrader(other) };
}
