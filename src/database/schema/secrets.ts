import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * The secrets from which the signing keys are derived. The newest one signs, all verify. The table is not
 * used if the operator sets `GUILDHALL_SECRET`.
 */
export const secrets = pgTable('secrets', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  value: text().notNull().unique(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
});
