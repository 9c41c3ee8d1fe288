import { randomUUID } from 'node:crypto';
import { and, eq, inArray, ne, not, or, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import {
  accountErasures,
  accounts,
  apiKeys,
  blocks,
  dataExports,
  emailChanges,
  emailRequests,
  formerUsernames,
  friendRequests,
  friendships,
  invitations,
  invitationUses,
  marketSearches,
  moderationLog,
  pictures,
  requestedEmails,
  selectSearchedSeller,
  sessions,
  signOnIdentities,
  users,
  verifications,
} from '#database/schema.ts';
import { endTradeOffersOf } from '#database/sql/close-trade-offers.ts';
import { isModeratorRole } from '#shared/constants/roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { endAccountApiSessions } from '../accounts/api-clients/sessions/end-account-api-sessions.ts';
import { deleteAllFactors } from '../accounts/factors/remove-factors.ts';
import { lockAccounts } from '../accounts/lock-accounts.ts';
import { hashToken } from '../accounts/sessions/secret-token.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { listFriendIds } from '../friends/list-friend-ids.ts';
import { lockWallets } from '../ledger/lock-wallets.ts';
import { endOrders } from '../market/orders/end-orders.ts';
import { deleteListings } from '../market/withdraw-listings.ts';
import { deleteChoices } from './delete-choices.ts';
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
export async function deleteAccountData(
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
    await removeNames(tx, { id: accountId, ...account }, now);
    await deleteLogins(tx, accountId);
    await deleteRelations(tx, accountId);
    await deleteChoices(tx, accountId);
    await tx
      .insert(accountErasures)
      .values({ userId: accountId, removesTexts, requestedAt: now })
      .onConflictDoNothing();
    await tx
      .update(dataExports)
      .set({ state: 'ended' })
      .where(and(eq(dataExports.userId, accountId), ne(dataExports.state, 'ended')));
    const traders = await endTradeOffersOf(tx, { userId: accountId, at: now });
    await endOrders(tx, { buyerId: accountId, state: 'cancelled', at: now });
    await deleteListings(tx, accountId);
    await tx
      .update(pictures)
      .set({
        // Pictures of the site are not the account's own.
        removedAt: sql`coalesce(${pictures.removedAt}, case when ${pictures.purpose} = 'gallery'
          then ${now.toISOString()}::timestamptz end)`,
        caption: '',
        name: '',
        metadata: {},
      })
      .where(eq(pictures.userId, accountId));
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

/**
 * Stores the hash of the username, and removes the username and the email address from other tables. The
 * moderation log has no index on names, but it is short.
 */
async function removeNames(
  tx: Queryable,
  {
    id,
    username,
    displayUsername,
    email,
  }: { id: string; username: string; displayUsername: string; email: string },
  now: Date,
): Promise<void> {
  await tx
    .insert(formerUsernames)
    .values({ hash: hashToken(username), deletedAt: now })
    .onConflictDoNothing();
  for (const table of [requestedEmails, emailRequests]) {
    await tx
      .delete(table)
      .where(or(eq(table.userId, id), sql`lower(${table.email}) = ${email.toLowerCase()}`));
  }
  await tx.delete(emailChanges).where(eq(emailChanges.userId, id));
  // A search of others for what this account sells.
  await tx
    .delete(marketSearches)
    .where(sql`${selectSearchedSeller(marketSearches.query)} = ${username}`);
  await removeInvitation(tx, id);
  for (const key of ['author', 'uploader', 'profile'] as const) {
    await tx
      .update(moderationLog)
      .set({ details: sql`${moderationLog.details} || jsonb_build_object(${key}::text, null)` })
      .where(sql`${moderationLog.details} ->> ${key}::text = ${displayUsername}`);
  }
}

/** Removes which invitation the account used. The note of one for a single person is about that person. */
async function removeInvitation(tx: Queryable, id: string): Promise<void> {
  const used = await tx
    .delete(invitationUses)
    .where(eq(invitationUses.userId, id))
    .returning({ invitationId: invitationUses.invitationId });
  const ids = used.map(({ invitationId }) => invitationId);
  await tx
    .update(invitations)
    .set({ note: '' })
    .where(and(inArray(invitations.id, ids), eq(invitations.usesMax, 1)));
}

/** Deletes the account's password, second factors, sign-on identities, email links, sessions and API keys. */
async function deleteLogins(tx: Queryable, id: string): Promise<void> {
  await tx.delete(accounts).where(eq(accounts.userId, id));
  await deleteAllFactors(tx, id);
  await tx.delete(signOnIdentities).where(eq(signOnIdentities.userId, id));
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
