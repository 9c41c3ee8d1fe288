import { and, eq, inArray, not, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import { endTradeOffersOf } from '#database/sql/close-trade-offers.ts';
import { presenceConstants } from '#shared/constants/accounts/presence.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { endSessionsOfAccount } from '../../accounts/end-logins-of-account.ts';
import { isSuspended } from '../../accounts/suspension.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { endPlayOfAccount } from '../../gameplay/end-play-of-account.ts';
import { lockWallets } from '../../ledger/lock-wallets.ts';
import { endMarketOfAccount } from '../../market/end-market-of-account.ts';
import { listLowerRoles, requireModerator } from '../../permissions/require-moderator.ts';
import { findModeratedAccount } from '../accounts/find-moderated-account.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Suspends an account with a lower role for `days` days; 0 means without end. Its sessions and play
 * session end. Its listings are withdrawn and their cards return to it, its orders end and their money
 * returns, and its open trade offers end. Returns the number of listings.
 *
 * It locks the account's wallet and row first, then its trade offers and orders, and then its listings, in the
 * same order as ordering, selling and withdrawing. A buyer locks one listing and waits only for accounts that
 * are deleted or renamed.
 * A request that uses a session of the account at this moment waits for the row and then finds it
 * suspended.
 * @throws AppError `login-required`, `moderators-only`, `user-not-found`, `moderate-self`, `not-above`,
 * `already-suspended`.
 */
export async function suspendAccount(
  ctx: Ctx,
  { username, reason, days }: { username: string; reason: string; days: number },
): Promise<{ listings: number }> {
  const actor = requireModerator(ctx);
  const now = ctx.clock.now();
  const target = await findModeratedAccount(ctx.db, username, now);
  if (target.id === actor.id) throw new AppError('moderate-self');
  await ctx.accounts.presence.discardMark(target.id);
  const suspension = { actor, targetId: target.id, reason, days, now };
  const { listings, traders } = await ctx.db.transaction((tx) =>
    suspendInTransaction(tx, suspension),
  );
  publishSuspension(ctx, { targetId: target.id, traders });
  ctx.notifier.deliverSoon();
  return { listings };
}

interface Suspension {
  actor: Actor;
  targetId: string;
  reason: string;
  /** 0 means without end. */
  days: number;
  now: Date;
}

/**
 * The suspension in the caller's transaction, which has locked no wallet, account or card yet. Call
 * `discardMark` of the presence before it and `publishSuspension` after the commit. `traders` are the
 * accounts whose trade offers ended.
 * @throws AppError `not-above`, `already-suspended`.
 */
export async function suspendInTransaction(
  tx: Queryable,
  suspension: Suspension,
): Promise<{ listings: number; traders: string[] }> {
  const { actor, targetId, reason, days, now } = suspension;
  const until = days === 0 ? null : new Date(now.getTime() + days * dayMs);
  await lockWallets(tx, [targetId]);
  await closeAccount(tx, suspension, until);
  await endSessionsOfAccount(tx, targetId);
  await endPlayOfAccount(tx, { userId: targetId, at: now });
  const traders = await endTradeOffersOf(tx, { userId: targetId, at: now });
  const listings = await endMarketOfAccount(tx, { userId: targetId, at: now });
  await appendToModerationLog(tx, {
    moderatorId: actor.id,
    act: 'suspend',
    targetId,
    reason,
    details: { days, until: until?.toISOString() ?? null, listings },
    at: now,
  });
  return { listings, traders };
}

/** Tells all pages that an account was suspended. */
export function publishSuspension(
  { events }: Pick<Ctx, 'events'>,
  { targetId, traders }: { targetId: string; traders: string[] },
): void {
  events.publish({ type: 'account-ended', userId: targetId, except: null });
  if (traders.length > 0) events.publish({ type: 'trades-changed', userIds: traders });
  // Open chats with the account show that it cannot be written to any more.
  events.publish({ type: 'status-changed', userId: targetId, online: false });
}

/**
 * Bans the account. The conditional update settles races with another suspension and with a new role:
 * the later request fails.
 */
async function closeAccount(
  tx: Queryable,
  { actor, targetId, reason, now }: Suspension,
  until: Date | null,
): Promise<void> {
  const offline = new Date(now.getTime() - presenceConstants.onlineMs).toISOString();
  const banned = await tx
    .update(users)
    .set({
      banned: true,
      banReason: reason,
      banExpires: until,
      // Offline at once, as after a logout. A retired guest keeps its missing last-seen time.
      lastSeenAt: sql`case when ${users.lastSeenAt} is not null
        then least(${users.lastSeenAt}, ${offline}::timestamptz) end`,
      updatedAt: now,
    })
    .where(
      and(
        eq(users.id, targetId),
        inArray(users.role, listLowerRoles(actor.role)),
        not(isSuspended(now)),
      ),
    )
    .returning({ id: users.id });
  if (banned.length > 0) return;
  const [target] = await tx.select({ role: users.role }).from(users).where(eq(users.id, targetId));
  const below = target !== undefined && listLowerRoles(actor.role).includes(target.role);
  throw new AppError(below ? 'already-suspended' : 'not-above');
}
