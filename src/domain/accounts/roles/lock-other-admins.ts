import { and, asc, eq, not } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import { isSuspended } from '../suspension.ts';

/**
 * Locks the accounts of all admins, in the order of their ids, and returns whether one is left without this
 * account. Every change that takes the role of an admin away calls it before its write, so that two such
 * changes at the same time wait for each other and the second one sees the first.
 */
export async function lockOtherAdmins(
  tx: Queryable,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), not(isSuspended(now))))
    .orderBy(asc(users.id))
    .for('no key update');
  return admins.some(({ id }) => id !== userId);
}
