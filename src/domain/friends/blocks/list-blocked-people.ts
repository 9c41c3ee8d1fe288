import { count, desc, eq } from 'drizzle-orm';
import { blocks, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { countPages } from '#domain/lib/page-count.ts';
import { requireActor } from '#domain/permissions/require-actor.ts';
import { friendsConstants } from '#shared/constants/friends.ts';

/**
 * Returns a page of the players that the actor has blocked, the newest block first.
 * @throws AppError `login-required`.
 */
export async function listBlockedPeople(ctx: Ctx, { page }: { page: number }) {
  const { id } = requireActor(ctx);
  const isOwn = eq(blocks.blockerId, id);
  const [[all], blocked] = await Promise.all([
    ctx.db.select({ people: count() }).from(blocks).where(isOwn),
    ctx.db
      .select({
        username: users.displayUsername,
        name: users.name,
        profilePic: users.profilePic,
        since: blocks.since,
      })
      .from(blocks)
      .innerJoin(users, eq(users.id, blocks.blockedId))
      .where(isOwn)
      .orderBy(desc(blocks.since), users.username)
      .limit(friendsConstants.pageSize)
      .offset((page - 1) * friendsConstants.pageSize),
  ]);
  const total = all?.people ?? 0;
  return { blocked, total, pages: countPages(total, friendsConstants.pageSize) };
}
