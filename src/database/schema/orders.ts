import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
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

/**
 * Buy orders for a card. The price of all copies still to buy is set aside from the buyer's wallet while the
 * order is open. The id is in the order of time, which decides between orders of one price.
 */
export const marketOrders = pgTable(
  'market_orders',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    buyerId: uuid()
      .notNull()
      .references(() => users.id),
    gameId: integer().notNull(),
    kindId: text().notNull(),
    /** Cents for one copy. */
    price: bigint({ mode: 'number' }).notNull(),
    quantity: integer().notNull(),
    /** The copies still to buy; of an ended order, those that it did not buy. */
    remaining: integer().notNull(),
    state: text({ enum: ['open', 'filled', 'cancelled', 'expired'] })
      .notNull()
      .default('open'),
    /**
     * The transfer that set the money aside, and the one that returned the rest of it. An order of one copy that
     * bought at once set nothing aside: it has the transfer of its sale.
     */
    transferId: uuid().notNull(),
    returnTransferId: uuid(),
    placedAt: timestamp({ withTimezone: true }).notNull(),
    endsAt: timestamp({ withTimezone: true }).notNull(),
    closedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    check('market_orders_price', sql`${table.price} between 1 and 1000000`),
    check('market_orders_quantity', sql`${table.quantity} between 1 and 20`),
    check('market_orders_remaining', sql`${table.remaining} between 0 and ${table.quantity}`),
    check(
      'market_orders_state',
      sql`case ${table.state}
        when 'open' then ${table.remaining} > 0 and ${table.closedAt} is null
        when 'filled' then ${table.remaining} = 0 and ${table.closedAt} is not null
        else ${table.remaining} > 0 and ${table.closedAt} is not null end`,
    ),
    check(
      'market_orders_return',
      sql`(${table.returnTransferId} is not null) = (${table.state} in ('cancelled', 'expired'))`,
    ),
    // The book of a card: the highest price first, then the oldest.
    index('market_orders_book')
      .on(table.gameId, table.kindId, table.price.desc(), table.id)
      .where(sql`${table.state} = 'open'`),
    index('market_orders_ends').on(table.endsAt).where(sql`${table.state} = 'open'`),
    index('market_orders_buyer').on(table.buyerId, table.id),
    index('market_orders_buyer_open').on(table.buyerId).where(sql`${table.state} = 'open'`),
  ],
);

/**
 * The trades of two accounts on a UTC day and their value in cents: sales in both directions, and accepted
 * trade offers. The limits stop pairs of accounts from moving value between them. One trade may have any
 * price; from the second on the sum is limited.
 */
export const tradingPairDays = pgTable(
  'trading_pair_days',
  {
    lowId: uuid().notNull(),
    highId: uuid().notNull(),
    /** `YYYY-MM-DD`. */
    day: text().notNull(),
    trades: integer().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({
      name: 'trading_pair_days_pkey',
      columns: [table.lowId, table.highId, table.day],
    }),
    check('trading_pair_days_order', sql`${table.lowId} < ${table.highId}`),
    check('trading_pair_days_trades', sql`${table.trades} <= 20`),
    check('trading_pair_days_amount', sql`${table.trades} = 1 or ${table.amount} <= 50000`),
  ],
);

/**
 * What an account got on a UTC day from newcomers, accounts that registered less than seven days before, in cents: the
 * prices of sales to them, the estimated prices of cards bought from them, and the values of trade offers. The limit
 * stops one person from moving the money and cards of many new accounts to one.
 */
export const newcomerGains = pgTable(
  'newcomer_gains',
  {
    userId: uuid().notNull(),
    /** `YYYY-MM-DD`. */
    day: text().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'newcomer_gains_pkey', columns: [table.userId, table.day] }),
    check('newcomer_gains_amount', sql`${table.amount} <= 20000`),
  ],
);

/** The sales of a card on a UTC day, computed from `market_sales` for charts and statistics. */
export const marketCardDays = pgTable(
  'market_card_days',
  {
    gameId: integer().notNull(),
    kindId: text().notNull(),
    /** `YYYY-MM-DD`. */
    day: text().notNull(),
    /** All sales of the day and their sum in cents. */
    sales: integer().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    /**
     * Of the sales that count: those from a third of the 30-day median to three times it. Null when no sale
     * of the day counts.
     */
    counted: integer().notNull(),
    median: bigint({ mode: 'number' }),
    low: bigint({ mode: 'number' }),
    high: bigint({ mode: 'number' }),
  },
  (table) => [
    primaryKey({
      name: 'market_card_days_pkey',
      columns: [table.gameId, table.kindId, table.day],
    }),
    index('market_card_days_day').on(table.day),
  ],
);

/** How far the sales are summarized in `market_card_days`: one row. */
export const marketSummaryProgress = pgTable(
  'market_summary_progress',
  {
    id: integer().primaryKey(),
    /** Sales up to this id are summarized. */
    saleId: uuid(),
  },
  (table) => [check('market_summary_progress_one_row', sql`${table.id} = 1`)],
);

/** The username in lower case that a saved search filters by, from its query string; null for others. */
export function selectSearchedSeller(query: SQLWrapper): SQL {
  return sql`lower(substring(${query} from '(?:^|&)seller=([^&]+)'))`;
}

/** Searches of the market that an account has saved, by the query string of the page. */
export const marketSearches = pgTable(
  'market_searches',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    query: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    check('market_searches_name', sql`char_length(${table.name}) <= 60`),
    index('market_searches_user').on(table.userId, table.id),
    index('market_searches_seller').on(selectSearchedSeller(table.query)),
  ],
);
