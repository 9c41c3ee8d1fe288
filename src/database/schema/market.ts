import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { cards } from './cards.ts';

/**
 * What is for sale: one open listing a row, gone when it is sold or taken back. A change of price is a
 * new id, so that nobody buys at a price that was not seen.
 */
export const marketItems = pgTable(
  'market_items',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    cardId: uuid().notNull(),
    sellerId: uuid()
      .notNull()
      .references(() => users.id),
    kindId: text().notNull(),
    gameId: integer().notNull(),
    /** Cents. */
    price: bigint({ mode: 'number' }).notNull(),
    /** Always `listed`: with it the key below holds the card in escrow. */
    cardState: text({ enum: ['listed'] })
      .notNull()
      .default('listed'),
    listedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    // The card of a listing belongs to its seller and is in escrow, whatever a statement forgets.
    foreignKey({
      name: 'market_items_card',
      columns: [table.cardId, table.sellerId, table.cardState],
      foreignColumns: [cards.id, cards.ownerId, cards.state],
    }),
    uniqueIndex('market_items_one_per_card').on(table.cardId),
    check('market_items_card_state', sql`${table.cardState} = 'listed'`),
    check('market_items_price', sql`${table.price} between 1 and 1000000`),
    // All that a search over sellers reads of their listings, of which nobody has more than a hundred.
    index('market_items_seller').on(
      table.sellerId,
      table.price,
      table.id,
      table.kindId,
      table.gameId,
    ),
    // The newest first, by id: ids come in the order of time.
    index('market_items_kind').on(table.kindId, table.id),
    index('market_items_kind_price').on(table.kindId, table.price, table.id),
    index('market_items_game').on(table.gameId, table.kindId, table.price, table.id),
    index('market_items_price').on(table.price, table.id),
  ],
);

/**
 * Every sale, for ever: what card pages tell of prices, and what the ledger is compared with. Without
 * foreign keys: the statement that writes a sale has just changed its card and both wallets, and neither
 * cards nor accounts are ever deleted; the audit looks again.
 */
export const marketSales = pgTable(
  'market_sales',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    /** The listing as it was bought; who repeats that purchase is told that it is theirs. */
    itemId: uuid().notNull(),
    cardId: uuid().notNull(),
    kindId: text().notNull(),
    gameId: integer().notNull(),
    sellerId: uuid().notNull(),
    buyerId: uuid().notNull(),
    /** Cents that the buyer paid, and what of it was the fee. */
    price: bigint({ mode: 'number' }).notNull(),
    fee: bigint({ mode: 'number' }).notNull(),
    transferId: uuid().notNull(),
    soldAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('market_sales_item').on(table.itemId),
    uniqueIndex('market_sales_transfer').on(table.transferId),
    check('market_sales_two_people', sql`${table.sellerId} <> ${table.buyerId}`),
    check('market_sales_fee', sql`${table.fee} >= 0 and ${table.fee} < ${table.price}`),
    index('market_sales_kind').on(table.kindId, table.soldAt),
    // Most games share their kinds: the sales of one game's card alone.
    index('market_sales_card').on(table.gameId, table.kindId, table.soldAt),
  ],
);

/** What an account sold and bought on the market in its first 24 hours, in cents. */
export const marketFirstDays = pgTable(
  'market_first_days',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    sold: bigint({ mode: 'number' }).notNull().default(0),
    bought: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [
    check('market_first_days_sold', sql`${table.sold} <= 10000`),
    check('market_first_days_bought', sql`${table.bought} <= 10000`),
  ],
);
