import { and, asc, inArray, ne } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';

/**
 * Holds the accounts of two people who get to do with each other: whoever deletes one of them at this
 * moment waits and ends that, too, or was waited for here.
 * @throws Refusal `not-reachable` when one of them is nobody's any more.
 */
export async function lockTwoAccounts(tx: Queryable, ids: [string, string]): Promise<void> {
  const held = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), ne(users.role, 'guest')))
    .orderBy(asc(users.id))
    .for('key share');
  if (held.length < new Set(ids).size) throw new AppError('not-reachable');
}
