import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { integer } from '#database/column-types.ts';
import { codeBatches, codes, codeUses } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { readCode } from '#shared/format/codes.ts';
import { hashToken } from '../sessions/secret-token.ts';

/** Whether somebody could register with a typed code that an admin made as an invitation. */
export async function isInvitationCode(db: Queryable, typed: string, now: Date): Promise<boolean> {
  const code = readCode(typed);
  if (code === null) return false;
  const found = await db
    .select({ id: codes.id })
    .from(codes)
    .innerJoin(codeBatches, eq(codeBatches.id, codes.batchId))
    .where(isUsable(code, now));
  return found.length > 0;
}

/**
 * Claims a use of such a code. Returns a function that records which account it was; null if the code cannot be used.
 */
export async function claimInvitationCode(
  tx: Queryable,
  typed: string,
  usedAt: Date,
): Promise<((userId: string) => Promise<void>) | null> {
  const code = readCode(typed);
  if (code === null) return null;
  // The row lock makes registrations at the same time count each other.
  const [used] = await tx
    .update(codes)
    .set({ uses: typedSql(integer, sql`${codes.uses} + 1`) })
    .from(codeBatches)
    .where(and(eq(codeBatches.id, codes.batchId), isUsable(code, usedAt)))
    .returning({ codeId: codes.id, batchId: codes.batchId });
  if (!used) return null;
  return async (userId) => {
    await tx.insert(codeUses).values({ ...used, userId, number: 1, usedAt });
  };
}

function isUsable(code: string, now: Date) {
  return and(
    eq(codes.hash, hashToken(code)),
    eq(codeBatches.kind, 'invitation'),
    isNull(codes.withdrawnAt),
    lt(codes.uses, codes.usesMax),
    gt(codeBatches.expiresAt, now),
  );
}
