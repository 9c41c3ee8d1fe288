import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { marketViews } from '#shared/constants/market-view.ts';
import { users } from './accounts.ts';

/** The preferences of an account. An account without a row has the defaults. */
export const preferences = pgTable('preferences', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Whether others see the account's name in the last sales of a card. */
  isNamedInSales: boolean().notNull().default(true),
  /** Whether leaderboards show the account. */
  isInLeaderboards: boolean().notNull().default(true),
  /** The view that the navigation opens: the list of items, or one tile for each card. */
  marketView: text({ enum: marketViews }).notNull().default('items'),
  hasSound: boolean().notNull().default(false),
  /** The frame and the colour of the profile, unlocked by levels. Null: the plain ones. */
  profileFrame: text(),
  profileColor: text(),
  updatedAt: timestamp({ withTimezone: true }).notNull(),
});
