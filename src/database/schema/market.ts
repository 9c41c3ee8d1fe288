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
 * Listings. A row exists while the card is for sale. A change of the price makes a new id, so that
 * nobody buys at a price that was not shown.
 */
export const marketListings = pgTable(
  'market_listings',
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
    /** Always `listed`. With it, the foreign key below keeps the card in escrow. */
    cardState: text({ enum: ['listed'] })
      .notNull()
      .default('listed'),
    listedAt: timestamp({ withTimezone: true }).notNull(),
    /** When the seller changed the price; null for the first price. */
    pricedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    // The database ensures that a listed card belongs to its seller and is in escrow, even if a
    // statement forgets it.
    foreignKey({
      name: 'market_listings_card',
      columns: [table.cardId, table.sellerId, table.cardState],
      foreignColumns: [cards.id, cards.ownerId, cards.state],
    }),
    uniqueIndex('market_listings_one_per_card').on(table.cardId),
    check('market_listings_card_state', sql`${table.cardState} = 'listed'`),
    check('market_listings_price', sql`${table.price} between 1 and 1000000`),
    // All columns that a search over sellers reads; nobody has more than a hundred listings.
    index('market_listings_seller').on(
      table.sellerId,
      table.price,
      table.id,
      table.kindId,
      table.gameId,
    ),
    // The newest first by id: ids are in the order of time.
    index('market_listings_kind').on(table.kindId, table.id),
    index('market_listings_kind_price').on(table.kindId, table.price, table.id),
    index('market_listings_game').on(table.gameId, table.kindId, table.price, table.id),
    index('market_listings_price').on(table.price, table.id),
  ],
);

/**
 * Sales, stored for good: card pages show prices from them, and the audit compares the ledger with
 * them. Without foreign keys: the statement that writes a sale has just changed the card and both
 * wallets, cards and accounts are never deleted, and the audit checks the references.
 */
export const marketSales = pgTable(
  'market_sales',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    /** The id of the bought listing. A repeated purchase of it gets the same answer. */
    itemId: uuid().notNull(),
    cardId: uuid().notNull(),
    kindId: text().notNull(),
    gameId: integer().notNull(),
    sellerId: uuid().notNull(),
    buyerId: uuid().notNull(),
    /** Cents: the price that the buyer paid, and the fee in it. */
    price: bigint({ mode: 'number' }).notNull(),
    fee: bigint({ mode: 'number' }).notNull(),
    /**
     * The buy order that it is a part of. The money that the order had set aside paid, or the buyer's wallet if
     * the order bought at once.
     */
    orderId: uuid(),
    transferId: uuid().notNull(),
    soldAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('market_sales_item').on(table.itemId),
    uniqueIndex('market_sales_transfer').on(table.transferId),
    check('market_sales_two_people', sql`${table.sellerId} <> ${table.buyerId}`),
    check('market_sales_fee', sql`${table.fee} >= 0 and ${table.fee} < ${table.price}`),
    index('market_sales_kind').on(table.kindId, table.soldAt),
    // For the sales of one game's card, because most games share their card kinds.
    index('market_sales_card').on(table.gameId, table.kindId, table.soldAt),
    index('market_sales_order').on(table.orderId).where(sql`${table.orderId} is not null`),
  ],
);

/** The cents that an account sold and bought for on the market in its first 24 hours. */
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
