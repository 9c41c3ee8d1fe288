import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** What a games database was asked, and what it answered; the games themselves are in `games`. */
export const gamesDatabaseAnswers = pgTable(
  'games_database_answers',
  {
    /** The question in one form, such as `games?genres=action&page=2` or `games/3498`. */
    question: text().primaryKey(),
    /** Null while nothing has been answered yet. */
    answeredAt: timestamp({ withTimezone: true }),
    /** Until then one node is asking, and no other does. */
    askingUntil: timestamp({ withTimezone: true }),
    /** The games of a list in its order; empty for what is no list. */
    gameIds: integer().array().notNull().default(sql`'{}'`),
    /** How many the whole list has, by the source's count. */
    total: integer().notNull().default(0),
    /** The source said that there is no such thing. */
    missing: boolean().notNull().default(false),
  },
  (table) => [index('games_database_answers_age').on(table.answeredAt)],
);

/** How often the source was called in a calendar month (UTC), whose plan has a limit. */
export const gamesDatabaseCalls = pgTable('games_database_calls', {
  /** The month's first day. */
  month: date().primaryKey(),
  calls: integer().notNull(),
});
