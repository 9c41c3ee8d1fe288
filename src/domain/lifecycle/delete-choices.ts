import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import {
  accountNotes,
  accountRoles,
  activeDays,
  activity,
  marketSearches,
  preferences,
  showcaseItems,
  wishlistItems,
} from '#database/schema.ts';

/**
 * Deletes what an account wished for, saved and chose to show, its further roles, its activity and the days
 * on which it was seen, and the notes of moderators about it. The privacy settings stay: its sales are still
 * listed. The caller has locked the account.
 */
export async function deleteChoices(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(wishlistItems).where(eq(wishlistItems.userId, userId));
  await tx.delete(marketSearches).where(eq(marketSearches.userId, userId));
  await tx.delete(showcaseItems).where(eq(showcaseItems.userId, userId));
  await tx.delete(accountNotes).where(eq(accountNotes.userId, userId));
  await tx.delete(accountRoles).where(eq(accountRoles.userId, userId));
  await tx.delete(activity).where(eq(activity.userId, userId));
  await tx.delete(activeDays).where(eq(activeDays.userId, userId));
  await tx
    .update(preferences)
    .set({ profileFrame: null, profileColor: null })
    .where(eq(preferences.userId, userId));
}
