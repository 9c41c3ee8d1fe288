import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { gameDeliveries, gameKeys } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import type { CodeBatch } from './code-batch.ts';

export interface UnusedKey {
  /** Whether owners of the game get a key. */
  isNeeded: boolean;
  /** Null if none is needed or left. */
  id: string | null;
}

/** Locks a key of the game that nobody has, as a purchase does: before every other lock, and without waiting. */
export async function lockUnusedKey(
  { encryption }: Pick<Ctx, 'encryption'>,
  tx: Transaction,
  { gameId }: Pick<CodeBatch, 'gameId'>,
): Promise<UnusedKey> {
  const needed = await tx.$count(
    gameDeliveries,
    and(eq(gameDeliveries.gameId, gameId ?? 0), isNotNull(gameDeliveries.keysSince)),
  );
  if (needed === 0) return { isNeeded: false, id: null };
  const [key] = await tx
    .select({ id: gameKeys.id })
    .from(gameKeys)
    .where(
      and(
        eq(gameKeys.gameId, gameId ?? 0),
        isNull(gameKeys.userId),
        inArray(gameKeys.encryptedBy, [...encryption.keyIds]),
      ),
    )
    .orderBy(asc(gameKeys.id))
    .limit(1)
    .for('update', { skipLocked: true });
  return { isNeeded: true, id: key?.id ?? null };
}
