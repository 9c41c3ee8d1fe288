import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

/** The first time that an account held every card of a game's set. */
export const setCompletions = pgTable(
  'set_completions',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    gameId: integer().notNull(),
    completedAt: timestamp({ withTimezone: true }).notNull(),
    /** When the owner saw the celebration of the set; null until then. */
    celebratedAt: timestamp({ withTimezone: true }),
  },
  (table) => [primaryKey({ name: 'set_completions_pkey', columns: [table.userId, table.gameId] })],
);

/**
 * Accounts that got a card of a game, and whose set is to be checked for completeness. Two triggers on
 * `cards` write a row in the transaction in which a card becomes held by an account. If a card leaves the
 * account before the check, they write one more row with `complete` when the set was complete until then.
 */
export const pendingSetChecks = pgTable(
  'pending_set_checks',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: uuid().notNull(),
    gameId: integer().notNull(),
    complete: boolean().notNull().default(false),
  },
  (table) => [index('pending_set_checks_user').on(table.userId, table.gameId)],
);

/** Crafted levels of badges. A badge of a game has the highest level that its owner crafted. */
export const badgeCrafts = pgTable(
  'badge_crafts',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    gameId: integer().notNull(),
    level: integer().notNull(),
    experience: integer().notNull(),
    craftedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('badge_crafts_level').on(table.userId, table.gameId, table.level),
    // Read by day for the figures of the economy. Rows are in the order of time, so that a BRIN index is tiny.
    index('badge_crafts_crafted').using('brin', table.craftedAt).with({ autosummarize: true }),
    check('badge_crafts_range', sql`${table.level} between 1 and 5`),
    check('badge_crafts_experience', sql`${table.experience} > 0`),
  ],
);

/** Ten cards of a rarity that were consumed for one of the next rarity. The new card refers to the row. */
export const recyclings = pgTable(
  'recyclings',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    gameId: integer().notNull(),
    fromRarity: text().notNull(),
    toRarity: text().notNull(),
    recycledAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('recyclings_user').on(table.userId, table.id),
    // Read by day for the figures of the economy. Rows are in the order of time, so that a BRIN index is tiny.
    index('recyclings_recycled').using('brin', table.recycledAt).with({ autosummarize: true }),
  ],
);

/**
 * The experience and completed sets of an account in a calendar month, and ever: the sums of `badge_crafts`
 * and `set_completions`.
 */
export const collectorTotals = pgTable(
  'collector_totals',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `YYYY-MM` in UTC, or `ever`. */
    month: text().notNull(),
    experience: bigint({ mode: 'number' }).notNull().default(0),
    completedSets: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'collector_totals_pkey', columns: [table.userId, table.month] }),
    check('collector_totals_experience', sql`${table.experience} >= 0`),
    check('collector_totals_sets', sql`${table.completedSets} >= 0`),
    index('collector_totals_by_experience').on(table.month, table.experience.desc(), table.userId),
    index('collector_totals_by_sets').on(table.month, table.completedSets.desc(), table.userId),
  ],
);

/** Cards and badges that an account shows on its profile. */
export const showcaseItems = pgTable(
  'showcase_items',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    gameId: integer().notNull(),
    /** The card kind; null for the badge of the game. */
    kindId: text(),
  },
  (table) => [
    primaryKey({ name: 'showcase_items_pkey', columns: [table.userId, table.position] }),
    check('showcase_items_position', sql`${table.position} between 1 and 6`),
  ],
);
