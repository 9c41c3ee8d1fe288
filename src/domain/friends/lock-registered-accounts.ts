import { and, asc, inArray, ne } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';

/**
 * Locks the accounts of two players before a request or friendship between them is written. A deletion
 * of one of them at the same time either waits and then deletes that row, or has already committed.
 * @throws AppError `not-reachable` when one of the accounts is deleted or a guest.
 */
export async function lockRegisteredAccounts(tx: Queryable, ids: [string, string]): Promise<void> {
  const locked = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), ne(users.role, 'guest')))
    .orderBy(asc(users.id))
    .for('key share');
  if (locked.length < new Set(ids).size) throw new AppError('not-reachable');
}
