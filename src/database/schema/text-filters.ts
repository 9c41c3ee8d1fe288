import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { filterActs, filterKinds } from '#shared/constants/moderation/text-filters.ts';

/** The words and links that are refused, wait for approval or are reported. Admins change them. */
export const textFilters = pgTable(
  'text_filters',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    kind: text({ enum: filterKinds }).notNull(),
    /** The word or the host as typed; empty for `other-hosts`. */
    pattern: text().notNull(),
    /** The form in which it is compared. Two filters with the same one would be the same filter. */
    compared: text().notNull(),
    /** Null for an allowed host. */
    act: text({ enum: filterActs }),
    /** Counts the changes, so that a form that was opened before a change is noticed. */
    version: integer().notNull().default(1),
    changedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    unique('text_filters_compared').on(table.kind, table.compared),
    check(
      'text_filters_length',
      sql`char_length(${table.pattern}) <= 100 and char_length(${table.compared}) <= 130`,
    ),
    check('text_filters_act', sql`(${table.act} is null) = (${table.kind} = 'allowed-host')`),
  ],
);
