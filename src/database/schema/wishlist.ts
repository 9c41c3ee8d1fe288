import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

/** The cards that accounts wish for. */
export const wishlistItems = pgTable(
  'wishlist_items',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    gameId: integer().notNull(),
    kindId: text().notNull(),
    /** Cents: a notification is sent when a listing costs this or less. Null: no alert. */
    alertPrice: bigint({ mode: 'number' }),
    /** The price of the listing that the last notification was about; null after the price rose again. */
    alertedPrice: bigint({ mode: 'number' }),
    addedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({
      name: 'wishlist_items_pkey',
      columns: [table.userId, table.gameId, table.kindId],
    }),
    check('wishlist_items_alert', sql`${table.alertPrice} between 1 and 1000000`),
    // The alerts of a card, in the order in which the job checks them.
    index('wishlist_items_alerts')
      .on(table.gameId, table.kindId, table.alertPrice, table.userId)
      .where(sql`${table.alertPrice} is not null`),
    index('wishlist_items_alerted')
      .on(table.gameId, table.kindId, table.alertPrice, table.userId)
      .where(sql`${table.alertedPrice} is not null`),
  ],
);

/**
 * Cards with alerts whose listings changed since the last check. A trigger on `market_listings` writes a row
 * in the transaction of the change, and setting an alert writes one. A check of many alerts is made in parts:
 * its next part is a row with the alert after which it goes on.
 */
export const pendingPriceChecks = pgTable(
  'pending_price_checks',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    gameId: integer().notNull(),
    kindId: text().notNull(),
    afterPrice: bigint({ mode: 'number' }),
    afterUserId: uuid(),
  },
  (table) => [
    index('pending_price_checks_parts')
      .on(table.gameId, table.kindId)
      .where(sql`${table.afterUserId} is not null`),
  ],
);
