import { and, inArray, isNotNull, notInArray, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { claimEncryptionKey } from './claim-encryption-key.ts';

export interface EncryptedAgain {
  /** How many rows were encrypted with the newest key. */
  done: number;
  /** How many rows another key encrypted, which this node does not have. */
  unreadable: number;
}

/** How many rows are locked at a time. */
const batchSize = 200;

/** A table with encrypted texts. */
export interface EncryptedTable<Row> {
  table: PgTable;
  /** Which key encrypted the text of a row. */
  keyId: PgColumn;
  /** Reads and locks some of the rows that `which` selects. */
  read: (tx: Transaction, which: SQL, limit: number) => Promise<Row[]>;
  /** Encrypts a row again. */
  write: (tx: Transaction, row: Row) => Promise<unknown>;
}

/**
 * Encrypts the rows of a table with the newest key, if this node has the key that encrypted them.
 * @throws AppError `encryption-unavailable` if this node does not have the key of the other nodes.
 */
export async function encryptTableAgain<Row>(
  ctx: Pick<Ctx, 'db' | 'clock' | 'encryption'>,
  { table, keyId, read, write }: EncryptedTable<Row>,
): Promise<EncryptedAgain> {
  const { keyIds } = ctx.encryption;
  const done = await encryptAgainInBatches(ctx, async (tx, limit) => {
    const rows = await read(tx, inArray(keyId, keyIds.slice(1)), limit);
    for (const row of rows) await write(tx, row);
    return rows.length;
  });
  const isUnreadable = and(isNotNull(keyId), notInArray(keyId, [...keyIds]));
  return { done, unreadable: await ctx.db.$count(table, isUnreadable) };
}

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
