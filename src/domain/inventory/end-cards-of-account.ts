import { and, eq, ne } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { cards } from '#database/schema.ts';

/** Takes the cards of a retired guest out of the game. */
export async function retireCardsOfAccount(tx: Queryable, userId: string): Promise<void> {
  await tx
    .update(cards)
    .set({ state: 'retired' })
    .where(and(eq(cards.ownerId, userId), ne(cards.state, 'consumed')));
}
