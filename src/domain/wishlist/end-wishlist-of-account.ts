import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { wishlistItems } from '#database/schema.ts';

/** Deletes the wishes of a deleted account or retired guest. */
export async function deleteWishesOfAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(wishlistItems).where(eq(wishlistItems.userId, userId));
}
