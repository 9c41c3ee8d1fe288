import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { marketViews } from '#shared/constants/market/market-view.ts';
import { audiences, messageAudiences, requestAudiences } from '#shared/constants/privacy.ts';
import {
  clocks,
  dateFormats,
  motions,
  numberFormats,
  textSizes,
  themes,
} from '#shared/constants/site/appearance.ts';
import { users } from './accounts.ts';

const audience = () => text({ enum: audiences }).notNull().default('everybody');

/** The preferences of an account. An account without a row has the defaults. */
export const preferences = pgTable(
  'preferences',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Whether others see the account's name in the last sales of a card. */
    isNamedInSales: boolean().notNull().default(true),
    /** Whether leaderboards show the account. */
    isInLeaderboards: boolean().notNull().default(true),
    /** Who sees the cards, badges and best cards of the account. */
    inventoryVisibility: audience(),
    /** Who sees which games the account owns, and how many. */
    gamesVisibility: audience(),
    /** Who sees the friends of the account, also in the lists of these friends. */
    friendsVisibility: audience(),
    /** Who sees how long and when the account played. */
    activityVisibility: audience(),
    /** Who sees whether the account is Online. */
    presenceVisibility: audience(),
    friendRequestsFrom: text({ enum: requestAudiences }).notNull().default('everybody'),
    messagesFrom: text({ enum: messageAudiences }).notNull().default('friends'),
    /** Whether search engines may list the profile. */
    isInSearchEngines: boolean().notNull().default(false),
    /** The view that the navigation opens: the list of items, or one tile for each card. */
    marketView: text({ enum: marketViews }).notNull().default('items'),
    /** Null: each browser has its own theme. */
    theme: text({ enum: themes }),
    motion: text({ enum: motions }).notNull().default('system'),
    textSize: text({ enum: textSizes }).notNull().default('normal'),
    dateFormat: text({ enum: dateFormats }).notNull().default('browser'),
    clock: text({ enum: clocks }).notNull().default('browser'),
    numberFormat: text({ enum: numberFormats }).notNull().default('comma-point'),
    /** Items on a page of a list. Null: each list has its own number. */
    itemsPerPage: integer(),
    hasSound: boolean().notNull().default(false),
    /** The frame and the colour of the profile, unlocked by levels. Null: the plain ones. */
    profileFrame: text(),
    profileColor: text(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    // The list of those who were seen last leaves these accounts out.
    index('preferences_hidden_presence')
      .on(table.userId)
      .where(sql`${table.presenceVisibility} <> 'everybody'`),
  ],
);
