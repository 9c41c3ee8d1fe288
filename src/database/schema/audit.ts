import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

/** A rule of the audit that was broken, as it is stored. */
export interface StoredViolation {
  rule: string;
  description: string;
  /** The number of rows that break the rule. */
  count: number;
  /** The first of these rows, with long texts cut. */
  rows: Record<string, unknown>[];
}

/** The last runs of the audit. A run is requested by an admin, or begun by the nightly job. */
export const auditRuns = pgTable(
  'audit_runs',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    state: text({ enum: ['requested', 'running', 'done', 'failed'] }).notNull(),
    /** Null for a nightly run. */
    requestedBy: uuid().references(() => users.id),
    startedAt: timestamp({ withTimezone: true }),
    finishedAt: timestamp({ withTimezone: true }),
    /** The number of rules that were checked. */
    rules: integer(),
    violations: jsonb().$type<StoredViolation[]>().notNull().default([]),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    // One run at a time waits or runs.
    uniqueIndex('audit_runs_open')
      .on(sql`(true)`)
      .where(sql`${table.state} in ('requested', 'running')`),
  ],
);
