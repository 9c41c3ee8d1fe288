import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { activity, preferences, showcaseItems } from '#database/schema.ts';

/**
 * Deletes what the profile of a deleted account or retired guest shows. The privacy settings stay: its sales are
 * still listed.
 */
export async function deleteProfileOfAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(showcaseItems).where(eq(showcaseItems.userId, userId));
  await tx.delete(activity).where(eq(activity.userId, userId));
  await tx
    .update(preferences)
    .set({ profileFrame: null, profileColor: null })
    .where(eq(preferences.userId, userId));
}
