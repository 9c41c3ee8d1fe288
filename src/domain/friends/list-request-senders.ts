import { and, desc, eq, isNull, not } from 'drizzle-orm';
import { friendRequests, users } from '#database/schema.ts';
import { apiConstants } from '#shared/constants/api.ts';
import { requireActor } from '../accounts/require-actor.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';

/**
 * Who waits for the actor's answer, as `listRequests` has it: usernames as typed, the newest first, 1,000
 * at most.
 * @throws Refusal `login-required`.
 */
export async function listRequestSenders(ctx: Ctx): Promise<string[]> {
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
    .limit(apiConstants.rowsMax);
  return rows.map(({ username }) => username);
}
