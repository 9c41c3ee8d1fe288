import { and, eq, ne } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { dataExports } from '#database/schema.ts';

/** Ends the export of a deleted account: it can no longer be downloaded. */
export async function endExportsOfAccount(tx: Queryable, userId: string): Promise<void> {
  await tx
    .update(dataExports)
    .set({ state: 'ended' })
    .where(and(eq(dataExports.userId, userId), ne(dataExports.state, 'ended')));
}
