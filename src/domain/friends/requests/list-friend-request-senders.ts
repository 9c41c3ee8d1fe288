import { and, desc, eq, isNull, not } from 'drizzle-orm';
import { friendRequests, users } from '#database/schema.ts';
import { isSuspended } from '#domain/accounts/suspension.ts';
import type { Ctx } from '#domain/context.ts';
import { requireActor } from '#domain/permissions/require-actor.ts';
import { realmListConstants } from '#shared/constants/realm-lists.ts';

/**
 * Returns the usernames, as typed, of the senders of the requests of `listFriendRequests`: the newest
 * first, at most 1,000.
 * @throws AppError `login-required`.
 */
export async function listFriendRequestSenders(ctx: Ctx): Promise<string[]> {
  const { id } = requireActor(ctx);
  const rows = await ctx.db
    .select({ username: users.displayUsername })
    .from(friendRequests)
    .innerJoin(users, eq(users.id, friendRequests.senderId))
    .where(
      and(
        eq(friendRequests.targetId, id),
        isNull(friendRequests.declinedAt),
        not(isSuspended(ctx.clock.now())),
      ),
    )
    .orderBy(desc(friendRequests.askedAt), users.username)
    .limit(realmListConstants.rowsMax);
  return rows.map(({ username }) => username);
}
