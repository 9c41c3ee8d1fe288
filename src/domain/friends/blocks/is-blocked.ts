import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { prepareSelect } from '#database/prepared-select.ts';
import { blocks } from '#database/schema.ts';

/** Whether `blockerId` has blocked `blockedId`. It does not check the other direction. */
export async function isBlocked(
  db: Queryable,
  blockerId: string,
  blockedId: string,
): Promise<boolean> {
  const [block] = await findBlock(db, { blockerId, blockedId });
  return block !== undefined;
}

const findBlock = prepareSelect('find-block', (db) =>
  db
    .select({ since: blocks.since })
    .from(blocks)
    .where(
      and(
        eq(blocks.blockerId, sql.placeholder('blockerId')),
        eq(blocks.blockedId, sql.placeholder('blockedId')),
      ),
    ),
);
