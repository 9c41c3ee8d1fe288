import { asc, eq, inArray, notInArray } from 'drizzle-orm';
import { totpFactors } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { type EncryptedAgain, encryptAgainInBatches } from './encrypt-in-batches.ts';

/** Encrypts the secrets of authenticator apps with the newest key, if this node has the key that encrypted them. */
export async function encryptFactorsAgain(
  ctx: Pick<Ctx, 'db' | 'clock' | 'encryption'>,
): Promise<EncryptedAgain> {
  const { encryption } = ctx;
  const earlier = encryption.keyIds.slice(1);
  const done = await encryptAgainInBatches(ctx, async (tx, limit) => {
    const rows = await tx
      .select({ userId: totpFactors.userId, text: totpFactors.secret, keyId: totpFactors.keyId })
      .from(totpFactors)
      .where(inArray(totpFactors.keyId, earlier))
      .orderBy(asc(totpFactors.userId))
      .limit(limit)
      .for('update');
    for (const { userId, ...encrypted } of rows) {
      const { text, keyId } = encryption.encrypt(encryption.decrypt(encrypted, userId), userId);
      await tx
        .update(totpFactors)
        .set({ secret: text, keyId })
        .where(eq(totpFactors.userId, userId));
    }
    return rows.length;
  });
  const isUnreadable = notInArray(totpFactors.keyId, [...encryption.keyIds]);
  return { done, unreadable: await ctx.db.$count(totpFactors, isUnreadable) };
}
