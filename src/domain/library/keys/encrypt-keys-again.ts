import { asc, eq } from 'drizzle-orm';
import { gameKeys } from '#database/schema.ts';
import {
  type EncryptedAgain,
  encryptTableAgain,
} from '../../accounts/factors/encrypt-in-batches.ts';
import type { Ctx } from '../../context.ts';
import { storeFingerprintKeys } from './earlier-fingerprint-keys.ts';
import { fingerprintOwner, ownerOfKey } from './own-key.ts';

/**
 * Encrypts the keys of games with the newest encryption key, if this node has the one that encrypted them. Their
 * hashes change too, so that a key that is added again is still found when the earlier secret is gone. Those of
 * erased keys cannot change, so what made them is kept.
 */
export async function encryptKeysAgain(
  ctx: Pick<Ctx, 'db' | 'clock' | 'encryption'>,
): Promise<EncryptedAgain> {
  const { encryption } = ctx;
  await storeFingerprintKeys(ctx);
  return encryptTableAgain(ctx, {
    table: gameKeys,
    keyId: gameKeys.encryptedBy,
    read: (tx, which, limit) =>
      tx
        .select({
          id: gameKeys.id,
          gameId: gameKeys.gameId,
          encrypted: gameKeys.encrypted,
          encryptedBy: gameKeys.encryptedBy,
        })
        .from(gameKeys)
        .where(which)
        .orderBy(asc(gameKeys.id))
        .limit(limit)
        .for('update'),
    write(tx, { id, gameId, encrypted, encryptedBy }) {
      const owner = ownerOfKey(id);
      const before = { text: encrypted ?? '', keyId: encryptedBy ?? '' };
      const text = encryption.decrypt(before, owner);
      const after = encryption.encrypt(text, owner);
      const [fingerprint] = encryption.fingerprints(text, fingerprintOwner(gameId));
      return tx
        .update(gameKeys)
        .set({ encrypted: after.text, encryptedBy: after.keyId, fingerprint })
        .where(eq(gameKeys.id, id));
    },
  });
}
