import { asc, inArray } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { wallets } from '#database/schema.ts';

/**
 * Locks wallets until the transaction ends, in the order of their ids.
 *
 * All transactions lock rows in the same order, so that no two wait for each other: idempotency key,
 * wallets by id, accounts by id, then what belongs to accounts (sessions, listings, then their cards).
 * Writing a row that refers to an account takes a weak lock on the account, so lock wallets before
 * writing such rows. See 'Locks' in `docs/architecture.md`.
 */
export async function lockWallets(tx: Queryable, userIds: readonly string[]): Promise<void> {
  await tx
    .select({ userId: wallets.userId })
    .from(wallets)
    .where(inArray(wallets.userId, [...userIds]))
    .orderBy(asc(wallets.userId))
    .for('update');
}
