import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Stored answers of the catalog provider. The games themselves are in `games`. */
export const providerAnswers = pgTable(
  'provider_answers',
  {
    /** The query in its normal form, such as `games?genres=action&page=2` or `games/3498`. */
    question: text().primaryKey(),
    /** Null while there is no answer. */
    answeredAt: timestamp({ withTimezone: true }),
    /** Until this time one node queries the provider and no other node does. */
    askingUntil: timestamp({ withTimezone: true }),
    /** The ids of the games of a list, in its order; empty when the query is not for a list. */
    gameIds: integer().array().notNull().default(sql`'{}'`),
    /** The number of games of the whole list, as the provider counts them. */
    total: integer().notNull().default(0),
    /** Whether the provider answered that it does not exist. */
    missing: boolean().notNull().default(false),
  },
  (table) => [index('provider_answers_age').on(table.answeredAt)],
);

/** The number of provider calls in a calendar month (UTC), which the plan limits. */
export const providerCalls = pgTable('provider_calls', {
  /** The first day of the month. */
  month: date().primaryKey(),
  calls: integer().notNull(),
});
