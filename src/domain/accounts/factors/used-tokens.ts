import { lt } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { deleteInBatches } from '#database/delete-in-batches.ts';
import { usedTokens } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { hashToken } from '../sessions/secret-token.ts';

/** Records that a signed value was used. False if it was used before: of several requests one gets true. */
export async function markTokenUsed(
  tx: Queryable,
  token: string,
  expiresAt: Date,
): Promise<boolean> {
  const inserted = await tx
    .insert(usedTokens)
    .values({ hash: hashToken(token), expiresAt })
    .onConflictDoNothing()
    .returning({ hash: usedTokens.hash });
  return inserted.length > 0;
}

/** Deletes the records of values that have expired, and are therefore invalid without them. */
export async function purgeUsedTokens({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  await deleteInBatches(db, usedTokens, lt(usedTokens.expiresAt, clock.now()));
}
