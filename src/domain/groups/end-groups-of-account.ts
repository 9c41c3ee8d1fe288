import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { groupMembers, groupRequests } from '#database/schema.ts';

/** Ends the memberships and requests of a deleted account, whose row the caller has locked. */
export async function deleteGroupsOfAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(groupMembers).where(eq(groupMembers.userId, userId));
  await tx.delete(groupRequests).where(eq(groupRequests.userId, userId));
}
