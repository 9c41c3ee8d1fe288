import { count, desc, eq } from 'drizzle-orm';
import { blocks, users } from '#database/schema.ts';
import { friendsConstants } from '#shared/constants/friends.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { pageCount } from '../lib/page-count.ts';

/**
 * A page of whom the actor has blocked, the last one first.
 * @throws Refusal `login-required`.
 */
export async function listBlocked(ctx: Ctx, { page }: { page: number }) {
  const { id } = requireActor(ctx);
  const own = eq(blocks.blockerId, id);
  const [[all], blocked] = await Promise.all([
    ctx.db.select({ people: count() }).from(blocks).where(own),
    ctx.db
      .select({
        username: users.displayUsername,
        name: users.name,
        profilePic: users.profilePic,
        since: blocks.since,
      })
      .from(blocks)
      .innerJoin(users, eq(users.id, blocks.blockedId))
      .where(own)
      .orderBy(desc(blocks.since), users.username)
      .limit(friendsConstants.pageSize)
      .offset((page - 1) * friendsConstants.pageSize),
  ]);
  const total = all?.people ?? 0;
  return { blocked, total, pages: pageCount(total, friendsConstants.pageSize) };
}
