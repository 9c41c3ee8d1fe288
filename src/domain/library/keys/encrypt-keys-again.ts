import { and, asc, eq, inArray, isNotNull, notInArray } from 'drizzle-orm';
import { gameKeys } from '#database/schema.ts';
import {
  type EncryptedAgain,
  encryptAgainInBatches,
} from '../../accounts/factors/encrypt-in-batches.ts';
import type { Ctx } from '../../context.ts';
import { fingerprintOwner, ownerOfKey } from './own-key.ts';

/**
 * Encrypts the keys of games with the newest encryption key, if this node has the one that encrypted them. Their
 * hashes change too, so that a key that is added again is still found when the earlier secret is gone.
 */
export async function encryptKeysAgain(
  ctx: Pick<Ctx, 'db' | 'clock' | 'encryption'>,
): Promise<EncryptedAgain> {
  const { encryption } = ctx;
  const earlier = encryption.keyIds.slice(1);
  const done = await encryptAgainInBatches(ctx, async (tx, limit) => {
    const rows = await tx
      .select({
        id: gameKeys.id,
        gameId: gameKeys.gameId,
        encrypted: gameKeys.encrypted,
        encryptedBy: gameKeys.encryptedBy,
      })
      .from(gameKeys)
      .where(inArray(gameKeys.encryptedBy, earlier))
      .orderBy(asc(gameKeys.id))
      .limit(limit)
      .for('update');
    for (const { id, gameId, encrypted, encryptedBy } of rows) {
      const owner = ownerOfKey(id);
      const before = { text: encrypted ?? '', keyId: encryptedBy ?? '' };
      const text = encryption.decrypt(before, owner);
      const after = encryption.encrypt(text, owner);
      const [fingerprint] = encryption.fingerprints(text, fingerprintOwner(gameId));
      await tx
        .update(gameKeys)
        .set({ encrypted: after.text, encryptedBy: after.keyId, fingerprint })
        .where(eq(gameKeys.id, id));
    }
    return rows.length;
  });
  const isUnreadable = and(
    isNotNull(gameKeys.encryptedBy),
    notInArray(gameKeys.encryptedBy, [...encryption.keyIds]),
  );
  return { done, unreadable: await ctx.db.$count(gameKeys, isUnreadable) };
}
