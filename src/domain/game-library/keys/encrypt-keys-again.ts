import { and, asc, eq, ne } from 'drizzle-orm';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { gameKeys } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';
import { type EncryptedAgain, encryptTableAgain } from '../../secrets/encrypt-again.ts';
import { storeFingerprintKeys } from './earlier-fingerprint-keys.ts';
import { fingerprintOwner, ownerOfKey } from './get-own-game-key.ts';

/**
 * Encrypts the keys of games with the newest encryption key, if this node has the one that encrypted them. Their
 * hashes are made again with the newest secret too: then a key of a game that is added twice is recognized after the
 * earlier secret was deleted. The hash of an erased key cannot be made again, so the secret that made it is kept. If
 * a game has a key twice, encrypted with two secrets, an unused one is deleted.
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
          userId: gameKeys.userId,
          encrypted: gameKeys.encrypted,
          encryptedBy: gameKeys.encryptedBy,
        })
        .from(gameKeys)
        .where(which)
        .orderBy(asc(gameKeys.id))
        .limit(limit)
        .for('update'),
    async write(tx, { id, gameId, userId, encrypted, encryptedBy }) {
      const owner = ownerOfKey(id);
      const before = { text: encrypted ?? '', keyId: encryptedBy ?? '' };
      const text = encryption.decrypt(before, owner);
      const after = encryption.encrypt(text, owner);
      const [fingerprint] = encryption.fingerprints(text, fingerprintOwner(gameId));
      const isOnlyOne = await removeOther(tx, { gameId, fingerprint, id });
      // Two nodes with different encryption keys may both have stored the same key of a game.
      if (!isOnlyOne && userId === null) return tx.delete(gameKeys).where(eq(gameKeys.id, id));
      return tx
        .update(gameKeys)
        .set({
          encrypted: after.text,
          encryptedBy: after.keyId,
          // Two buyers have this key. The hashes of a game are unique, so this row keeps its earlier one.
          ...(isOnlyOne && { fingerprint }),
        })
        .where(eq(gameKeys.id, id));
    },
  });
}

/**
 * Deletes the other row of a game with the same key if nobody bought it. Returns false if somebody did. If the
 * other row was sold, this one must not be: two buyers would get the same key.
 */
async function removeOther(
  tx: Transaction,
  { gameId, fingerprint, id }: { gameId: number; fingerprint: string; id: string },
): Promise<boolean> {
  const isSame = and(
    eq(gameKeys.gameId, gameId),
    eq(gameKeys.fingerprint, fingerprint),
    ne(gameKeys.id, id),
  );
  const [other] = await tx
    .select({ id: gameKeys.id, userId: gameKeys.userId })
    .from(gameKeys)
    .where(isSame)
    .for('update');
  if (!other) return true;
  if (other.userId !== null) return false;
  await tx.delete(gameKeys).where(eq(gameKeys.id, other.id));
  return true;
}
