import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

/**
 * Wallets: the cached balance of an account in cents, which is the sum of its ledger entries, and the cents
 * that its open buy orders have set aside. Both together count towards the limit of a balance, so money
 * that is set aside can always return.
 */
export const wallets = pgTable(
  'wallets',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id),
    balance: bigint({ mode: 'number' }).notNull().default(0),
    setAside: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [
    check('wallets_balance_not_negative', sql`${table.balance} >= 0`),
    check('wallets_set_aside_not_negative', sql`${table.setAside} >= 0`),
    check('wallets_balance_limit', sql`${table.balance} + ${table.setAside} <= 10000000`),
  ],
);

export const transferKinds = [
  'top-up',
  'daily-reward',
  'game',
  'sale',
  'guest-expired',
  'order-placed',
  'order-returned',
  'grant',
  'fine',
  'starting-money',
  'code',
] as const;
/** `orders` has the money that open buy orders set aside, `admins` what admins took less what they gave. */
export const systemAccounts = [
  'store',
  'top-ups',
  'daily-rewards',
  'fees',
  'orders',
  'admins',
  'starting-money',
  'codes',
] as const;

/**
 * The append-only double-entry ledger. The entries of a transfer share `transferId` and sum to
 * zero. An entry belongs to a wallet or to a system account. System accounts have no balance row,
 * which all transfers would wait for.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    transferId: uuid().notNull(),
    kind: text({ enum: transferKinds }).notNull(),
    walletId: uuid().references(() => wallets.userId),
    systemAccount: text({ enum: systemAccounts }),
    /** Cents; negative when money leaves the account. */
    amount: bigint({ mode: 'number' }).notNull(),
    /** The balance of the wallet in cents after this entry. */
    balanceAfter: bigint({ mode: 'number' }),
    /** A description that stays valid when names change: the name of the game or card. */
    subject: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    check(
      'ledger_entries_one_account',
      sql`num_nonnulls(${table.walletId}, ${table.systemAccount}) = 1`,
    ),
    check('ledger_entries_amount', sql`${table.amount} <> 0`),
    // When a debit or credit finds no wallet, this column is null and the whole statement fails.
    check(
      'ledger_entries_balance_known',
      sql`(${table.walletId} is null) = (${table.balanceAfter} is null)`,
    ),
    // Entries of system accounts have no wallet and are never listed.
    index('ledger_entries_wallet')
      .on(table.walletId, table.id)
      .where(sql`${table.walletId} is not null`),
    // Read by day for the figures of the economy. Rows are in the order of time, so that a BRIN index is tiny.
    index('ledger_entries_created').using('brin', table.createdAt).with({ autosummarize: true }),
  ],
);

/** Answers of forms that move money or cards. A repeated form gets the first answer again. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /**
     * The account's id, without a foreign key: rows live for a day, and accounts are never deleted.
     */
    userId: uuid().notNull(),
    key: uuid().notNull(),
    requestHash: text().notNull(),
    answer: jsonb(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'idempotency_keys_pkey', columns: [table.userId, table.key] }),
    // Read once a night and written with every form. Rows are in the order of time, so that a BRIN
    // index is tiny.
    index('idempotency_keys_created').using('brin', table.createdAt),
  ],
);

export const dailyRewards = pgTable(
  'daily_rewards',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The UTC day, `YYYY-MM-DD`. */
    day: text().notNull(),
    transferId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

/**
 * The cents that an account topped up on a UTC day, so that the daily limit is a condition of one
 * write.
 */
export const topUpDays = pgTable(
  'top_up_days',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: text().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);
