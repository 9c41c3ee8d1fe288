import { and, asc, inArray, ne } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { users } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';

/**
 * Holds the accounts of two people who get to do with each other: whoever deletes one of them at this
 * moment waits and ends that, too, or was waited for here.
 * @throws Refusal `not-reachable` when one of them is nobody's any more.
 */
export async function holdPlayers(tx: Queryable, ids: [string, string]): Promise<void> {
  const held = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), ne(users.role, 'guest')))
    .orderBy(asc(users.id))
    .for('key share');
  if (held.length < new Set(ids).size) throw new Refusal('not-reachable');
}
