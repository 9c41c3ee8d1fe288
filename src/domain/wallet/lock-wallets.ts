import { asc, inArray } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { wallets } from '#database/schema.ts';

/**
 * Holds wallets until the transaction ends, in the order of their ids.
 *
 * Every transaction takes its rows in one order, so that two wait for each other never: form key,
 * wallets by id, accounts by id, then what belongs to accounts (sessions, listings, then their cards).
 * A row that is written with a reference to an account holds that account a little, so wallets come
 * before such rows, too. Docs: `docs/architecture.md`, 'Locks'.
 */
export async function lockWallets(tx: Queryable, userIds: readonly string[]): Promise<void> {
  await tx
    .select({ userId: wallets.userId })
    .from(wallets)
    .where(inArray(wallets.userId, [...userIds]))
    .orderBy(asc(wallets.userId))
    .for('update');
}
