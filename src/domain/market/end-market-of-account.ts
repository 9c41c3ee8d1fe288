import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { marketSearches, selectSearchedSeller } from '#database/schema.ts';
import { endOrders } from './orders/end-orders.ts';
import { deleteListings } from './withdraw-listings.ts';

/**
 * Ends the orders of a suspended or deleted account, whose money returns, and withdraws its listings, whose cards
 * return. The caller has locked the wallet and the account, and ended its trade offers. Returns the number of listings.
 */
export async function endMarketOfAccount(
  tx: Queryable,
  { userId, at }: { userId: string; at: Date },
): Promise<number> {
  await endOrders(tx, { buyerId: userId, state: 'cancelled', at });
  return deleteListings(tx, userId);
}

/** Deletes the searches that an account saved. */
export async function deleteSearchesOfAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(marketSearches).where(eq(marketSearches.userId, userId));
}

/** Deletes the saved searches of others for what an account sells. They have its username, in lower case. */
export async function deleteSearchesForSeller(tx: Queryable, username: string): Promise<void> {
  await tx
    .delete(marketSearches)
    .where(sql`${selectSearchedSeller(marketSearches.query)} = ${username}`);
}
