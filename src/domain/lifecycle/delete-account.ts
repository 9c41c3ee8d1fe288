import { randomUUID } from 'node:crypto';
import { and, eq, isNull, not, or } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import {
  accounts,
  apiKeys,
  blocks,
  formerUsernames,
  friendRequests,
  friendships,
  pictures,
  sessions,
  users,
  verifications,
} from '#database/schema.ts';
import { endTradeOffersOf } from '#database/sql/close-trade-offers.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePasswordSession } from '../accounts/api-clients/api-keys/list-api-keys.ts';
import type { ApiCaller } from '../accounts/api-clients/sessions/api-caller.ts';
import { endAccountApiSessions } from '../accounts/api-clients/sessions/end-account-api-sessions.ts';
import { requireActiveSession } from '../accounts/api-clients/sessions/lock-caller-account.ts';
import { hashToken } from '../accounts/sessions/secret-token.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { listFriendIds } from '../friends/list-friend-ids.ts';
import { endOrders } from '../market/orders/end-orders.ts';
import { deleteListings } from '../market/withdraw-listings.ts';
import { lockWallets } from '../wallet/lock-wallets.ts';
import { deleteChoices } from './delete-choices.ts';
import { createDeletedAccountProfile } from './deleted-account-profile.ts';

/** A last-seen time so early that the next `retireGuests` retires the account. */
const longAgo = new Date(0);

/**
 * Deletes an account at its owner's request. Nobody can log in to it any more. Its name, profile text,
 * email address, friends, open trade offers, listings, pictures, wishes and showcase are removed at once, and
 * its orders end. What it wrote to others stays under an anonymous name.
 *
 * The account becomes a banned guest with an early last-seen time. The next `retireGuests` removes its
 * cards and balance from the game, when no request that began before the deletion is still running. The
 * username stays taken, stored as a hash.
 * @throws AppError `app-account-needed`, `api-key-session`, `role-kept` for moderators and admins,
 * `app-session-ended` when the session has ended or the account is deleted or suspended.
 */
export async function deleteAccount(ctx: Ctx, caller: ApiCaller): Promise<void> {
  const accountId = requirePasswordSession(caller);
  const now = ctx.clock.now();
  const friendIds = await listFriendIds(ctx.db, [accountId]);
  await ctx.accounts.presence.discardMark(accountId);
  const traders = await ctx.db.transaction(async (tx) => {
    await lockWallets(tx, [accountId]);
    await closeAccount(tx, accountId, now);
    await requireActiveSession(tx, caller);
    await deleteLogins(tx, accountId);
    await deleteRelations(tx, accountId);
    await deleteChoices(tx, accountId);
    const traders = await endTradeOffersOf(tx, { userId: accountId, at: now });
    await endOrders(tx, { buyerId: accountId, state: 'cancelled', at: now });
    await deleteListings(tx, accountId);
    await tx
      .update(pictures)
      .set({ removedAt: now, caption: '' })
      .where(and(eq(pictures.userId, accountId), isNull(pictures.removedAt)));
    return traders;
  });
  ctx.events.publish({ type: 'account-ended', userId: accountId, except: null });
  ctx.events.publish({ type: 'content-removed' });
  if (traders.length > 0) ctx.events.publish({ type: 'trades-changed', userIds: traders });
  if (friendIds.length > 0) ctx.events.publish({ type: 'friends-changed', userIds: friendIds });
}

/**
 * Locks the account's row after its wallet, in the same order as a suspension, a sale or a login. The
 * lock is `for update`, because a change of the username must also wait for rows that refer to it.
 */
async function closeAccount(tx: Queryable, id: string, now: Date): Promise<void> {
  const [account] = await tx
    .select({ username: users.username, role: users.role })
    .from(users)
    .where(and(eq(users.id, id), not(isSuspended(now))))
    .for('update');
  if (!account) throw new AppError('app-session-ended');
  if (account.role === 'moderator' || account.role === 'admin') throw new AppError('role-kept');
  await tx
    .update(users)
    .set({
      ...createDeletedAccountProfile(),
      name: 'Former player',
      email: `${randomUUID()}@former.invalid`,
      emailVerified: false,
      role: 'guest',
      banned: true,
      banReason: 'The account was deleted.',
      banExpires: null,
      lastSeenAt: longAgo,
      updatedAt: now,
    })
    .where(eq(users.id, id));
  await tx
    .insert(formerUsernames)
    .values({ hash: hashToken(account.username), deletedAt: now })
    .onConflictDoNothing();
}

/** Deletes the account's password, email links, sessions and API keys. */
async function deleteLogins(tx: Queryable, id: string): Promise<void> {
  await tx.delete(accounts).where(eq(accounts.userId, id));
  await tx.delete(verifications).where(eq(verifications.value, id));
  await tx.delete(sessions).where(eq(sessions.userId, id));
  // Before the API keys, because deleting those deletes their sessions in no certain order.
  await endAccountApiSessions(tx, id);
  await tx.delete(apiKeys).where(eq(apiKeys.accountId, id));
}

/** Deletes the account's friendships, friend requests and blocks. */
async function deleteRelations(tx: Queryable, id: string): Promise<void> {
  await tx.delete(friendships).where(or(eq(friendships.lowId, id), eq(friendships.highId, id)));
  await tx
    .delete(friendRequests)
    .where(or(eq(friendRequests.senderId, id), eq(friendRequests.targetId, id)));
  await tx.delete(blocks).where(or(eq(blocks.blockerId, id), eq(blocks.blockedId, id)));
}
