import { type SQL, sql } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { isVisible } from '../privacy/privacy-conditions.ts';

/**
 * The SQL condition that the list of the owner's friends shows the actor a row of `users`: the owner shows the
 * list, and the friend does too, because the friendship is in both lists. Owners see all of their friends.
 */
export function isListedFriend(ownerId: string, actorId: string): SQL {
  const [owner, actor] = [sql`${ownerId}::uuid`, sql`${actorId}::uuid`];
  if (ownerId === actorId) return sql`true`;
  return sql`(${isVisible('friends', owner, actor)} and ${isVisible('friends', users.id, actor)})`;
}
