import { asc, inArray } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';

/**
 * Holds accounts until the transaction ends, in the order of their ids: before rows that belong to them
 * are changed or deleted, since a deletion holds the account first. `key share` waits for deletions only.
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
