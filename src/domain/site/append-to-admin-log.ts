import type { Queryable } from '#database/client.ts';
import { adminLog } from '#database/schema.ts';

/** Writes a change of the site to the admin log, in the transaction of the change. */
export async function appendToAdminLog(
  tx: Queryable,
  entry: Omit<typeof adminLog.$inferInsert, 'id'>,
): Promise<void> {
  await tx.insert(adminLog).values(entry);
}
