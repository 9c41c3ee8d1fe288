import { eq, isNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { earlierFingerprintKeys, encryptionKeys, gameKeys, totpFactors } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';

export type EncryptionCtx = Pick<Ctx, 'clock' | 'encryption'>;

/**
 * Whether this node has the key that encrypts the secrets of authenticator apps and the keys of games. The first
 * node records its key. A newer key replaces one that this node also has, or one with which nothing is encrypted any
 * more. Call it in the transaction that encrypts: it locks the record, so that no node with another key encrypts at
 * the same time.
 */
export async function claimEncryptionKey(
  tx: Queryable,
  { clock, encryption }: EncryptionCtx,
): Promise<boolean> {
  const [current] = encryption.keyIds;
  const recorded = await lockKeyInUse(tx, { clock, encryption });
  if (recorded === current) return true;
  if (!encryption.keyIds.includes(recorded) && (await hasEncrypted(tx))) return false;
  await tx
    .update(encryptionKeys)
    .set({ keyId: current, changedAt: clock.now() })
    .where(eq(encryptionKeys.id, 1));
  return true;
}

/** Locks the record of the key in use, which the first node makes, and returns the id of that key. */
export async function lockKeyInUse(
  tx: Queryable,
  { clock, encryption }: EncryptionCtx,
): Promise<string> {
  const [current] = encryption.keyIds;
  await tx
    .insert(encryptionKeys)
    .values({ keyId: current, changedAt: clock.now() })
    .onConflictDoNothing();
  const [recorded] = await tx
    .select({ keyId: encryptionKeys.keyId })
    .from(encryptionKeys)
    .where(eq(encryptionKeys.id, 1))
    .for('update');
  return recorded?.keyId ?? current;
}

/** Whether `claimEncryptionKey` would succeed, for a page. */
export async function isEncryptionAvailable(
  db: Queryable,
  { encryption }: Pick<Ctx, 'encryption'>,
): Promise<boolean> {
  const [recorded] = await db.select({ keyId: encryptionKeys.keyId }).from(encryptionKeys);
  return !recorded || encryption.keyIds.includes(recorded.keyId) || !(await hasEncrypted(db));
}

async function hasEncrypted(db: Queryable): Promise<boolean> {
  const factors = await db.select({ userId: totpFactors.userId }).from(totpFactors).limit(1);
  if (factors.length > 0) return true;
  // Editors can remove the unused ones. The others would count for ever.
  const unused = await db
    .select({ id: gameKeys.id })
    .from(gameKeys)
    .where(isNull(gameKeys.userId))
    .limit(1);
  if (unused.length > 0) return true;
  const kept = await db
    .select({ keyId: earlierFingerprintKeys.keyId })
    .from(earlierFingerprintKeys)
    .limit(1);
  return kept.length > 0;
}
