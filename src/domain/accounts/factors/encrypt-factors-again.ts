import { asc, eq } from 'drizzle-orm';
import { totpFactors } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { type EncryptedAgain, encryptTableAgain } from '../../secrets/encrypt-again.ts';

/** Encrypts the secrets of authenticator apps with the newest key, if this node has the key that encrypted them. */
export async function encryptFactorsAgain(
  ctx: Pick<Ctx, 'db' | 'clock' | 'encryption'>,
): Promise<EncryptedAgain> {
  const { encryption } = ctx;
  return encryptTableAgain(ctx, {
    table: totpFactors,
    keyId: totpFactors.keyId,
    read: (tx, which, limit) =>
      tx
        .select({ userId: totpFactors.userId, text: totpFactors.secret, keyId: totpFactors.keyId })
        .from(totpFactors)
        .where(which)
        .orderBy(asc(totpFactors.userId))
        .limit(limit)
        .for('update'),
    write(tx, { userId, ...encrypted }) {
      const { text, keyId } = encryption.encrypt(encryption.decrypt(encrypted, userId), userId);
      return tx
        .update(totpFactors)
        .set({ secret: text, keyId })
        .where(eq(totpFactors.userId, userId));
    },
  });
}
