import { randomUUID } from 'node:crypto';
import { and, eq, not } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { accountErasures, users } from '#database/schema.ts';
import { endTradeOffersOf } from '#database/sql/close-trade-offers.ts';
import { isModeratorRole } from '#shared/constants/accounts/roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { deleteLoginsOfAccount, removeNamesOfAccount } from '../accounts/end-logins-of-account.ts';
import { lockAccounts } from '../accounts/lock-accounts.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { endExportsOfAccount } from '../data-export/end-exports-of-account.ts';
import { deleteFriendsOfAccount } from '../friends/end-friends-of-account.ts';
import { listFriendIds } from '../friends/list-friend-ids.ts';
import { removePicturesOfAccount } from '../gallery/end-pictures-of-account.ts';
import { deleteGroupsOfAccount } from '../groups/end-groups-of-account.ts';
import { lockWallets } from '../ledger/lock-wallets.ts';
import { deleteSearchesForSeller, endMarketOfAccount } from '../market/end-market-of-account.ts';
import { removeNameFromModerationLog } from '../moderation/end-moderation-of-account.ts';
import { deletePersonalData } from './delete-personal-data.ts';
import { createDeletedAccountProfile } from './deleted-account-profile.ts';

/** A last-seen time so early that the next `retireGuests` retires the account. */
const longAgo = new Date(0);

interface Deletion {
  accountId: string;
  /** Another account that deletes it. It is locked too, so that `requireAllowed` can check its role. */
  actorId?: string;
  /** Whether the texts that the account wrote to others are removed too. */
  removesTexts: boolean;
  /**
   * Runs in the transaction, after the accounts are locked: throws if the request may no longer delete it, and
   * may write to the log.
   */
  requireAllowed: (tx: Queryable) => Promise<unknown>;
}

/**
 * Deletes an account. Nobody can log in to it any more. Its name, profile text, email address, friends, open
 * trade offers, listings, pictures, wishes and showcase are removed at once, its orders end, and an export of
 * its data can no longer be downloaded. `eraseDeletedAccounts` erases the rest soon after. What it wrote to
 * others stays under an anonymous name, unless `removesTexts` is set.
 *
 * The account becomes a banned guest with an early last-seen time. The next `retireGuests` removes its
 * cards and balance from the game, when no request that began before the deletion is still running. The
 * username stays taken, stored as a hash.
 * @throws AppError `role-kept` for moderators and admins, `app-session-ended` when the account is deleted or
 * suspended.
 */
export async function deleteAccount(
  ctx: Ctx,
  { accountId, actorId = accountId, removesTexts, requireAllowed }: Deletion,
): Promise<void> {
  const now = ctx.clock.now();
  const friendIds = await listFriendIds(ctx.db, [accountId]);
  await ctx.accounts.presence.discardMark(accountId);
  const traders = await ctx.db.transaction(async (tx) => {
    await lockWallets(tx, [accountId]);
    // In the order of the ids, like all locks of accounts.
    if (actorId < accountId) await lockAccounts(tx, [actorId], 'no key update');
    const account = await lockAccount(tx, accountId, now);
    if (actorId > accountId) await lockAccounts(tx, [actorId], 'no key update');
    await requireAllowed(tx);
    await closeAccount(tx, accountId, now);
    await removeNamesOfAccount(tx, { id: accountId, ...account, at: now });
    await deleteSearchesForSeller(tx, account.username);
    await removeNameFromModerationLog(tx, account.displayUsername);
    await deleteLoginsOfAccount(tx, accountId);
    await deleteFriendsOfAccount(tx, accountId);
    await deleteGroupsOfAccount(tx, accountId);
    await deletePersonalData(tx, accountId);
    await tx
      .insert(accountErasures)
      .values({ userId: accountId, removesTexts, requestedAt: now })
      .onConflictDoNothing();
    await endExportsOfAccount(tx, accountId);
    const traders = await endTradeOffersOf(tx, { userId: accountId, at: now });
    await endMarketOfAccount(tx, { userId: accountId, at: now });
    await removePicturesOfAccount(tx, { userId: accountId, at: now });
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
async function lockAccount(tx: Queryable, id: string, now: Date) {
  const [account] = await tx
    .select({
      username: users.username,
      displayUsername: users.displayUsername,
      email: users.email,
      role: users.role,
    })
    .from(users)
    .where(and(eq(users.id, id), not(isSuspended(now))))
    .for('update');
  if (!account) throw new AppError('app-session-ended');
  if (isModeratorRole(account.role)) throw new AppError('role-kept');
  return account;
}

async function closeAccount(tx: Queryable, id: string, now: Date): Promise<void> {
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
}
