import type { Queryable } from '#database/client.ts';
import { usedTokens } from '#database/schema.ts';
import { hashToken } from './secret-token.ts';

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
