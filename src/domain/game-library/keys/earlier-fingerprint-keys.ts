import { isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { earlierFingerprintKeys, gameKeys } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { claimEncryptionKey } from '../../secrets/claim-encryption-key.ts';
import type { Encryption, FingerprintKey } from '../../secrets/encryption.ts';

/** What the key of an earlier secret is encrypted for. */
const ownerOf = (keyId: string) => `fingerprint-key:${keyId}`;

/**
 * The key of a deleted account is erased, so its hash cannot be made again with a new secret. So the part of the
 * earlier secret that makes hashes, and decrypts nothing, is stored, encrypted with the newest one. Those that are
 * stored already are encrypted with the newest one too.
 * @throws AppError `encryption-unavailable` if this node does not have the key of the other nodes.
 */
export async function storeFingerprintKeys(
  ctx: Pick<Ctx, 'db' | 'clock' | 'encryption'>,
): Promise<void> {
  const { encryption, clock } = ctx;
  await ctx.db.transaction(async (tx) => {
    if (!(await claimEncryptionKey(tx, ctx))) throw new AppError('encryption-unavailable');
    const stored = await readFingerprintKeys(tx, encryption);
    const [erased] = await tx
      .select({ id: gameKeys.id })
      .from(gameKeys)
      .where(isNull(gameKeys.encrypted))
      .limit(1);
    const all = [...stored, ...(erased ? encryption.earlierFingerprintKeys : [])];
    for (const { keyId, fingerprintKey } of all) {
      const { text, keyId: encryptedBy } = encryption.encrypt(fingerprintKey, ownerOf(keyId));
      await tx
        .insert(earlierFingerprintKeys)
        .values({ keyId, encrypted: text, encryptedBy, keptAt: clock.now() })
        .onConflictDoUpdate({
          target: earlierFingerprintKeys.keyId,
          set: { encrypted: sql`excluded.encrypted`, encryptedBy: sql`excluded.encrypted_by` },
        });
    }
  });
}

/** The stored keys that make hashes. Those that this node cannot decrypt are left out. */
export async function readFingerprintKeys(
  tx: Queryable,
  encryption: Encryption,
): Promise<(FingerprintKey & { keyId: string })[]> {
  const rows = await tx
    .select({
      keyId: earlierFingerprintKeys.keyId,
      text: earlierFingerprintKeys.encrypted,
      encryptedBy: earlierFingerprintKeys.encryptedBy,
    })
    .from(earlierFingerprintKeys);
  return rows
    .filter(({ encryptedBy }) => encryption.keyIds.includes(encryptedBy))
    .map(({ keyId, text, encryptedBy }) => ({
      keyId,
      fingerprintKey: encryption.decrypt({ text, keyId: encryptedBy }, ownerOf(keyId)),
    }));
}
