import { and, count, desc, eq, isNull, not } from 'drizzle-orm';
import { friendRequests, users } from '#database/schema.ts';
import { requireActor } from '#domain/accounts/require-actor.ts';
import { isSuspended } from '#domain/accounts/suspension.ts';
import type { Ctx } from '#domain/context.ts';
import { countPages } from '#domain/lib/page-count.ts';
import { friendsConstants } from '#shared/constants/friends.ts';

/**
 * Returns a page of the friend requests that the actor has not answered, the newest first. Requests of
 * suspended senders are not included.
 * @throws AppError `login-required`.
 */
export async function listFriendRequests(ctx: Ctx, { page }: { page: number }) {
  const { id } = requireActor(ctx);
  const isShown = and(
    eq(friendRequests.targetId, id),
    isNull(friendRequests.declinedAt),
    not(isSuspended(ctx.clock.now())),
  );
  const [[counted], requests] = await Promise.all([
    ctx.db
      .select({ total: count() })
      .from(friendRequests)
      .innerJoin(users, eq(users.id, friendRequests.senderId))
      .where(isShown),
    ctx.db
      .select({
        username: users.displayUsername,
        name: users.name,
        profilePic: users.profilePic,
        askedAt: friendRequests.askedAt,
      })
      .from(friendRequests)
      .innerJoin(users, eq(users.id, friendRequests.senderId))
      .where(isShown)
      .orderBy(desc(friendRequests.askedAt), users.username)
      .limit(friendsConstants.pageSize)
      .offset((page - 1) * friendsConstants.pageSize),
  ]);
  const total = counted?.total ?? 0;
  return { requests, total, pages: countPages(total, friendsConstants.pageSize) };
}

/** A friend request that the actor received. */
export type ReceivedFriendRequest = Awaited<
  ReturnType<typeof listFriendRequests>
>['requests'][number];
