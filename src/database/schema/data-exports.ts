import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

/**
 * Exports of the data of an account. The row is written before the file and deleted after it, so every file
 * has a row. `claimedUntil` is the lease of the node that makes the file.
 */
export const dataExports = pgTable(
  'data_exports',
  {
    /** Nobody can guess it. Names the file, together with the attempt. */
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `ended`: nobody can download it any more, and a job deletes the file and then the row. */
    state: text({ enum: ['waiting', 'running', 'ready', 'failed', 'ended'] })
      .notNull()
      .default('waiting'),
    /** How often a node began to make the file. */
    attempts: integer().notNull().default(0),
    requestedAt: timestamp({ withTimezone: true }).notNull(),
    claimedUntil: timestamp({ withTimezone: true }),
    /** Of a ready file. */
    bytes: bigint({ mode: 'number' }),
    /** When the file of a ready export is deleted. */
    endsAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    check(
      'data_exports_ready',
      sql`(${table.state} = 'ready') <= (num_nonnulls(${table.bytes}, ${table.endsAt}) = 2)`,
    ),
    // One at a time: an account has one export that has not ended.
    uniqueIndex('data_exports_user').on(table.userId).where(sql`${table.state} <> 'ended'`),
    index('data_exports_waiting')
      .on(table.requestedAt)
      .where(sql`${table.state} in ('waiting', 'running')`),
  ],
);

/**
 * Deleted accounts whose remaining data a job still has to erase: once soon, and again after all requests have
 * ended that began before the deletion. Then the row is deleted.
 */
export const accountErasures = pgTable('account_erasures', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Whether the owner asked to remove also what the account wrote to others. */
  removesTexts: boolean().notNull(),
  requestedAt: timestamp({ withTimezone: true }).notNull(),
  /** When the data was erased for the first time. */
  erasedAt: timestamp({ withTimezone: true }),
});
