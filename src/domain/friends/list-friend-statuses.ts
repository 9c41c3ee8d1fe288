import { and, asc, desc, not, sql } from 'drizzle-orm';
import { boolean } from '#database/column-types.ts';
import { friendships, users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { realmListConstants } from '#shared/constants/realm-lists.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { findPersonByUsername } from './find-person-by-username.ts';
import { isListedFriend } from './is-listed-friend.ts';
import { isSeenOnline } from './person-columns.ts';

/**
 * Returns a player's friends with their status, at most 1,000: those who are Online first, then by name. Those
 * that the actor may not see are left out.
 * @throws AppError `login-required`, `user-not-found`.
 */
export async function listFriendStatuses(
  ctx: Ctx,
  { username }: { username: string },
): Promise<{ username: string; status: 'Online' | 'Offline' }[]> {
  const { id: actorId } = requireActor(ctx);
  const { id } = await findPersonByUsername(ctx, username);
  const now = ctx.clock.now();
  // The actor is always Online here, even before this request is written as its last-seen time.
  const online = typedSql(
    boolean,
    sql`(${users.id} = ${actorId}
    or ${and(not(isSuspended(now)), isSeenOnline(ctx))})`,
  );
  const rows = await ctx.db
    .select({ username: users.displayUsername, online })
    .from(users)
    .where(
      sql`${users.id} in (
        select ${friendships.highId} from ${friendships} where ${friendships.lowId} = ${id}
        union all
        select ${friendships.lowId} from ${friendships} where ${friendships.highId} = ${id})
        and ${isListedFriend(id, actorId)}`,
    )
    .orderBy(desc(online), asc(users.username))
    .limit(realmListConstants.rowsMax);
  return rows.map((row) => ({
    username: row.username,
    status: row.online ? 'Online' : 'Offline',
  }));
}
