import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { blocks } from '#database/schema.ts';

/** Whether `blockerId` has blocked `blockedId`. It does not check the other direction. */
export async function isBlocked(
  db: Queryable,
  blockerId: string,
  blockedId: string,
): Promise<boolean> {
  const [block] = await db
    .select({ since: blocks.since })
    .from(blocks)
    .where(and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId)));
  return block !== undefined;
}
