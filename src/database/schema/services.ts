import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { settableServices } from '#shared/constants/server/services.ts';

/** The outside services that admins have set on a page. The others are those of the environment. */
export const serviceSettings = pgTable('service_settings', {
  service: text({ enum: settableServices }).primaryKey(),
  /** Everything but the secret. */
  settings: jsonb().notNull(),
  /** Encrypted with a key that is not in the database, for these settings alone. */
  secret: text().notNull(),
  /** Which key encrypted it. */
  keyId: text().notNull(),
  savedAt: timestamp({ withTimezone: true }).notNull(),
});
