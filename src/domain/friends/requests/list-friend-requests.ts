import { and, count, desc, eq, isNull, not, sql } from 'drizzle-orm';
import { prepareSelect } from '#database/prepared-select.ts';
import { friendRequests, users } from '#database/schema.ts';
import { unknownToPlanner } from '#database/sql/unknown-to-planner.ts';
import { isSuspended } from '#domain/accounts/suspension.ts';
import type { Ctx } from '#domain/context.ts';
import { countPages } from '#domain/lib/page-count.ts';
import { requireActor } from '#domain/permissions/require-actor.ts';
import { friendsConstants } from '#shared/constants/friends.ts';

/**
 * Returns a page of the friend requests that the actor has not answered, the newest first. Requests of
 * suspended senders are not included.
 * @throws AppError `login-required`.
 */
export async function listFriendRequests(ctx: Ctx, { page }: { page: number }) {
  const { id } = requireActor(ctx);
  const now = ctx.clock.now().toISOString();
  const offset = (page - 1) * friendsConstants.pageSize;
  const [[counted], requests] = await Promise.all([
    countShown(ctx.db, { id, now }),
    readShown(ctx.db, { id, now, offset }),
  ]);
  const total = counted?.total ?? 0;
  return { requests, total, pages: countPages(total, friendsConstants.pageSize) };
}

const isShown = and(
  sql`${friendRequests.targetId} = ${unknownToPlanner(sql.placeholder('id'), 'uuid')}`,
  isNull(friendRequests.declinedAt),
  not(isSuspended(unknownToPlanner(sql.placeholder('now'), 'timestamptz'))),
);

const countShown = prepareSelect('count-friend-requests', (db) =>
  db
    .select({ total: count() })
    .from(friendRequests)
    .innerJoin(users, eq(users.id, friendRequests.senderId))
    .where(isShown),
);

const readShown = prepareSelect('list-friend-requests', (db) =>
  db
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
    .offset(sql.placeholder('offset')),
);

/** A friend request that the actor received. */
export type ReceivedFriendRequest = Awaited<
  ReturnType<typeof listFriendRequests>
>['requests'][number];
