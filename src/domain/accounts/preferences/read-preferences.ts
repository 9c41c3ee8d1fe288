import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { preferences } from '#database/schema.ts';

const columns = {
  marketView: preferences.marketView,
  theme: preferences.theme,
  motion: preferences.motion,
  textSize: preferences.textSize,
  dateFormat: preferences.dateFormat,
  clock: preferences.clock,
  numberFormat: preferences.numberFormat,
  itemsPerPage: preferences.itemsPerPage,
  hasSound: preferences.hasSound,
  profileFrame: preferences.profileFrame,
  profileColor: preferences.profileColor,
};

/** What an account chose on the page /settings and for its profile. `domain/privacy` has who sees what. */
export type Preferences = Pick<typeof preferences.$inferSelect, keyof typeof columns>;

/** The preferences of an account that has not saved any. They equal the defaults of the columns. */
const defaultPreferences: Preferences = {
  marketView: 'items',
  theme: null,
  motion: 'system',
  textSize: 'normal',
  dateFormat: 'browser',
  clock: 'browser',
  numberFormat: 'comma-point',
  itemsPerPage: null,
  hasSound: false,
  profileFrame: null,
  profileColor: null,
};

/** Returns the preferences of an account. */
export async function readPreferences(db: Queryable, userId: string): Promise<Preferences> {
  const [row] = await db.select(columns).from(preferences).where(eq(preferences.userId, userId));
  return row ?? defaultPreferences;
}
