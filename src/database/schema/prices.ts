import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { games } from './catalog.ts';
import { groups } from './groups.ts';

/** The own prices of games, with all earlier ones. A game without a row costs `GAME_PRICE`. */
export const gamePrices = pgTable(
  'game_prices',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    gameId: integer()
      .notNull()
      .references(() => games.id),
    /** Cents. Null: `GAME_PRICE`, as before it had an own price. */
    price: integer(),
    setBy: uuid()
      .notNull()
      .references(() => users.id),
    setAt: timestamp({ withTimezone: true }).notNull(),
    /** Null for the price of now. */
    replacedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    check('game_prices_price', sql`${table.price} between 0 and 1000000`),
    uniqueIndex('game_prices_current').on(table.gameId).where(sql`${table.replacedAt} is null`),
    index('game_prices_game').on(table.gameId, table.id),
  ],
);

/**
 * The prices of games for the members of groups, with all earlier ones. `games.hasGroupPrices` says whether a game has
 * one now.
 */
export const gameGroupPrices = pgTable(
  'game_group_prices',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    gameId: integer()
      .notNull()
      .references(() => games.id),
    /** Null: the group was deleted. */
    groupId: uuid().references(() => groups.id, { onDelete: 'set null' }),
    /** Cents. */
    price: integer().notNull(),
    setBy: uuid()
      .notNull()
      .references(() => users.id),
    setAt: timestamp({ withTimezone: true }).notNull(),
    /** Null for the price of now. */
    replacedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    check('game_group_prices_price', sql`${table.price} between 0 and 1000000`),
    check(
      'game_group_prices_current_group',
      sql`${table.groupId} is not null or ${table.replacedAt} is not null`,
    ),
    uniqueIndex('game_group_prices_current')
      .on(table.gameId, table.groupId)
      .where(sql`${table.replacedAt} is null`),
    index('game_group_prices_group').on(table.groupId),
  ],
);

/** Sales: games that cost less for a time. No two of a game overlap (`game_sales_apart`). */
export const gameSales = pgTable(
  'game_sales',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    gameId: integer()
      .notNull()
      .references(() => games.id),
    /** Cents. */
    price: integer().notNull(),
    startsAt: timestamp({ withTimezone: true }).notNull(),
    /** The first moment at which the sale is over. */
    endsAt: timestamp({ withTimezone: true }).notNull(),
    /** Whether an editor ended it before its time. */
    isEndedEarly: boolean().notNull().default(false),
    createdBy: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    check('game_sales_price', sql`${table.price} between 0 and 1000000`),
    check('game_sales_period', sql`${table.startsAt} < ${table.endsAt}`),
    index('game_sales_game').on(table.gameId, table.startsAt),
    index('game_sales_ends').on(table.endsAt),
  ],
);

/** Every `GAME_PRICE` that a node had, so that the audit knows which prices games could cost. */
export const defaultGamePrices = pgTable('default_game_prices', {
  price: integer().primaryKey(),
  since: timestamp({ withTimezone: true }).notNull(),
});
