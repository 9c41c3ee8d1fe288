import { and, eq, isNotNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { gameKeys, gameSaves } from '#database/schema.ts';

/**
 * Erases the texts of the keys that a deleted account or retired guest got with games. The rows stay, so that no key is
 * ever given again.
 */
export async function eraseGameKeysOfAccount(tx: Queryable, userId: string): Promise<void> {
  await tx
    .update(gameKeys)
    .set({ encrypted: null, encryptedBy: null })
    .where(and(eq(gameKeys.userId, userId), isNotNull(gameKeys.encrypted)));
}

/** Deletes what games stored for a deleted account or retired guest. */
export async function deleteGameSavesOfAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(gameSaves).where(eq(gameSaves.userId, userId));
}
