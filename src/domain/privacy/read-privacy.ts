import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { preferences } from '#database/schema.ts';

/** The columns of the privacy settings, in a query of `preferences`. */
export const privacyColumns = {
  inventoryVisibility: preferences.inventoryVisibility,
  gamesVisibility: preferences.gamesVisibility,
  friendsVisibility: preferences.friendsVisibility,
  activityVisibility: preferences.activityVisibility,
  presenceVisibility: preferences.presenceVisibility,
  friendRequestsFrom: preferences.friendRequestsFrom,
  messagesFrom: preferences.messagesFrom,
  isInSearchEngines: preferences.isInSearchEngines,
  isNamedInSales: preferences.isNamedInSales,
  isInLeaderboards: preferences.isInLeaderboards,
};

/** Who may see and do what, as an account chose on the page /settings/privacy. */
export type PrivacySettings = Pick<typeof preferences.$inferSelect, keyof typeof privacyColumns>;

/** The settings of an account that has not saved any. They equal the defaults of the columns. */
export const defaultPrivacy: PrivacySettings = {
  inventoryVisibility: 'everybody',
  gamesVisibility: 'everybody',
  friendsVisibility: 'everybody',
  activityVisibility: 'everybody',
  presenceVisibility: 'everybody',
  friendRequestsFrom: 'everybody',
  messagesFrom: 'friends',
  isInSearchEngines: false,
  isNamedInSales: true,
  isInLeaderboards: true,
};

/** Returns the privacy settings of an account. */
export async function readPrivacy(db: Queryable, userId: string): Promise<PrivacySettings> {
  const [row] = await db
    .select(privacyColumns)
    .from(preferences)
    .where(eq(preferences.userId, userId));
  return row ?? defaultPrivacy;
}
