import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';

/** The first key of the advisory lock. It separates it from other advisory locks. */
const lockSpace = 0x646f77;

/** Lets transactions that add files wait for each other, so that they count all of them. */
export async function lockDownloads(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockSpace}::integer, 0)`);
}
