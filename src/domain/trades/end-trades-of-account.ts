import { and, eq, ne } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { tradeOffers } from '#database/schema.ts';

/** Removes what a deleted account wrote with its trade offers. `endTradeOffersOf` ends the open ones. */
export async function removeOfferTextsOfAccount(db: Queryable, userId: string): Promise<void> {
  await db
    .update(tradeOffers)
    .set({ message: '' })
    .where(and(eq(tradeOffers.senderId, userId), ne(tradeOffers.message, '')));
}
