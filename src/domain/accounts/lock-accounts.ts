import { asc, inArray } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';

/**
 * Locks accounts until the transaction ends, in the order of their ids. Call it before changing or
 * deleting rows that belong to them: a deletion of an account also locks the account first.
 * `key share` waits for deletions only.
 */
export async function lockAccounts(
  tx: Queryable,
  ids: readonly string[],
  strength: 'no key update' | 'key share',
): Promise<void> {
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for(strength);
}
