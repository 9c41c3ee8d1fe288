import type { Transaction } from '#database/pg-patches/transaction.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { claimEncryptionKey } from './encryption-check.ts';

export interface EncryptedAgain {
  /** How many rows were encrypted with the newest key. */
  done: number;
  /** How many rows another key encrypted, which this node does not have. */
  unreadable: number;
}

/** How many rows are locked at a time. */
const batchSize = 200;

/**
 * Runs `encryptBatch` until nothing is left. Each batch is a transaction, so that logins and purchases wait only
 * shortly. It returns how many rows it changed.
 * @throws AppError `encryption-unavailable` if this node does not have the key of the other nodes.
 */
export async function encryptAgainInBatches(
  ctx: Pick<Ctx, 'db' | 'clock' | 'encryption'>,
  encryptBatch: (tx: Transaction, limit: number) => Promise<number>,
): Promise<number> {
  for (let done = 0; ; ) {
    const changed = await ctx.db.transaction(async (tx) => {
      if (!(await claimEncryptionKey(tx, ctx))) throw new AppError('encryption-unavailable');
      return encryptBatch(tx, batchSize);
    });
    done += changed;
    if (changed < batchSize) return done;
  }
}
