import { and, asc, desc, not, sql } from 'drizzle-orm';
import { friendships, users } from '#database/schema.ts';
import { apiConstants } from '#shared/constants/api.ts';
import { requireActor } from '../accounts/require-actor.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { findPerson } from './find-person.ts';
import { onlineAt } from './person-columns.ts';

/**
 * All of somebody's friends with their status: who is online first, then by name.
 * @throws Refusal `login-required`, `user-not-found`.
 */
export async function listFriendStatuses(
  ctx: Ctx,
  { username }: { username: string },
): Promise<{ username: string; status: 'Online' | 'Offline' }[]> {
  const { id: actorId } = requireActor(ctx);
  const { id } = await findPerson(ctx, username);
  const now = ctx.clock.now();
  // Who looks is there, whatever has been written of it so far.
  const online = sql<boolean>`(${users.id} = ${actorId}
    or ${and(not(isSuspended(now)), onlineAt(now))})`;
  const rows = await ctx.db
    .select({ username: users.displayUsername, online })
    .from(users)
    .where(
      sql`${users.id} in (
        select ${friendships.highId} from ${friendships} where ${friendships.lowId} = ${id}
        union all
        select ${friendships.lowId} from ${friendships} where ${friendships.highId} = ${id})`,
    )
    .orderBy(desc(online), asc(users.username))
    .limit(apiConstants.rowsMax);
  return rows.map((row) => ({
    username: row.username,
    status: row.online ? 'Online' : 'Offline',
  }));
}
