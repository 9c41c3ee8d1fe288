import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { adminActions } from '#shared/constants/site/admin-actions.ts';
import { users } from './accounts.ts';

/** What admins and holders of further roles changed of the site. Rows are only added. */
export const adminLog = pgTable(
  'admin_log',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    accountId: uuid()
      .notNull()
      .references(() => users.id),
    act: text({ enum: adminActions }).notNull(),
    /** What was changed, such as the id of a game. */
    subject: text().notNull(),
    /** The new values, and the name of the subject at that time. */
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('admin_log_subject').on(table.subject, table.id)],
);
