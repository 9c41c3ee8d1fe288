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
import { AppError } from '#shared/errors/app-error.ts';
import type { ApiCaller } from '../accounts/api-clients/api-caller.ts';
import { requireOwner } from '../accounts/api-clients/api-keys.ts';
import { endAccountApiSessions } from '../accounts/api-clients/end-account-api-sessions.ts';
import { requireUnended } from '../accounts/api-clients/lock-own-account.ts';
import { hashToken } from '../accounts/sessions/secret-token.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { listFriendIds } from '../friends/list-friend-ids.ts';
import { deleteListing } from '../market/withdraw-listings.ts';
import { lockWallets } from '../wallet/lock-wallets.ts';
import { deletedAccountName } from './deleted-account-name.ts';

/** Never seen since: `retireGuests` takes it for a guest that did not come back. */
const longAgo = new Date(0);

/**
 * Deletes an account at its owner's wish. Nobody can log in to it from here on; its name, texts, address,
 * friends, listings and pictures go at once. What it wrote to others stays, under a name that says
 * nothing. It is left as a guest that nobody saw for long and nobody lets in, so that the next
 * `retireGuests` takes its cards and its balance out of the game, when nothing that it had begun is
 * under way any more. The username is kept from others, by its hash.
 * @throws Refusal `app-account-needed`, `api-key-session`, `role-kept` for moderators and admins,
 * `app-session-ended` when that was, or the account is gone or suspended.
 */
export async function deleteAccount(ctx: Ctx, caller: ApiCaller): Promise<void> {
  const accountId = requireOwner(caller);
  const now = ctx.clock.now();
  const friendIds = await listFriendIds(ctx.db, [accountId]);
  await ctx.presence.forget(accountId);
  await ctx.db.transaction(async (tx) => {
    await lockWallets(tx, [accountId]);
    await close(tx, accountId, now);
    await requireUnended(tx, caller);
    await endWaysIn(tx, accountId);
    await endRelations(tx, accountId);
    await deleteListing(tx, accountId);
    await tx
      .update(pictures)
      .set({ removedAt: now, caption: '' })
      .where(and(eq(pictures.userId, accountId), isNull(pictures.removedAt)));
  });
  ctx.events.publish({ type: 'account-ended', userId: accountId, except: null });
  if (friendIds.length > 0) ctx.events.publish({ type: 'friends-changed', userIds: friendIds });
}

/**
 * The account's row next, as whoever suspends it, sells or begins a session takes hold of it; and as a
 * change of the username needs it, since what refers to the row holds it a little.
 */
async function close(tx: Queryable, id: string, now: Date): Promise<void> {
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
      ...deletedAccountName(),
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

async function endWaysIn(tx: Queryable, id: string): Promise<void> {
  await tx.delete(accounts).where(eq(accounts.userId, id));
  await tx.delete(verifications).where(eq(verifications.value, id));
  await tx.delete(sessions).where(eq(sessions.userId, id));
  // Before the keys, whose deletion deletes sessions in no certain order.
  await endAccountApiSessions(tx, id);
  await tx.delete(apiKeys).where(eq(apiKeys.accountId, id));
}

async function endRelations(tx: Queryable, id: string): Promise<void> {
  await tx.delete(friendships).where(or(eq(friendships.lowId, id), eq(friendships.highId, id)));
  await tx
    .delete(friendRequests)
    .where(or(eq(friendRequests.senderId, id), eq(friendRequests.targetId, id)));
  await tx.delete(blocks).where(or(eq(blocks.blockerId, id), eq(blocks.blockedId, id)));
}
