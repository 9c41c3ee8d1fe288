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
import { systemAccounts, transferKinds } from './wallet.ts';

/**
 * On which UTC days an account was seen. The statement that writes when accounts were last seen adds the rows.
 * They are purged after 400 days.
 */
export const activeDays = pgTable(
  'active_days',
  {
    /** `YYYY-MM-DD`. */
    day: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ name: 'active_days_pkey', columns: [table.day, table.userId] }),
    index('active_days_user').on(table.userId),
  ],
);

/** The accounts that were seen in a UTC day or month, counted from `active_days` and stored for good. */
export const playerCounts = pgTable(
  'player_counts',
  {
    /** `YYYY-MM-DD` or `YYYY-MM`. */
    period: text().primaryKey(),
    active: integer().notNull(),
    /** Those of them that were created in this period. */
    created: integer().notNull(),
  },
  (table) => [check('player_counts_created', sql`${table.created} between 0 and ${table.active}`)],
);

/** The sums of the ledger by UTC day, kind and system account. */
export const moneyDays = pgTable(
  'money_days',
  {
    /** `YYYY-MM-DD`. */
    day: text().notNull(),
    kind: text({ enum: transferKinds }).notNull(),
    systemAccount: text({ enum: systemAccounts }).notNull(),
    /** Cents that the system account got; negative when it paid more. */
    amount: bigint({ mode: 'number' }).notNull(),
    entries: integer().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'money_days_pkey',
      columns: [table.day, table.kind, table.systemAccount],
    }),
  ],
);

/** The cards of each rarity that were made, traded and consumed on a UTC day. */
export const cardDays = pgTable(
  'card_days',
  {
    /** `YYYY-MM-DD`. */
    day: text().notNull(),
    rarity: text({ enum: ['common', 'uncommon', 'rare', 'epic', 'legendary'] }).notNull(),
    /** Made: awarded in play, given by admins, made from other cards. */
    drawn: integer().notNull(),
    granted: integer().notNull(),
    recycled: integer().notNull(),
    sold: integer().notNull(),
    traded: integer().notNull(),
    /** Consumed for badges and for other cards. */
    crafted: integer().notNull(),
    recycledAway: integer().notNull(),
    /** Cents: the median of the median prices of all cards that were sold; null without a sale that counts. */
    median: integer(),
  },
  (table) => [primaryKey({ name: 'card_days_pkey', columns: [table.day, table.rarity] })],
);

/** Until when the economy is summarized in the three tables above: one row. */
export const economySummaryProgress = pgTable(
  'economy_summary_progress',
  {
    id: integer().primaryKey(),
    summarizedAt: timestamp({ withTimezone: true }),
  },
  (table) => [check('economy_summary_progress_one_row', sql`${table.id} = 1`)],
);
