import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

export const playSessions = pgTable(
  'play_sessions',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    gameId: integer().notNull(),
    startedAt: timestamp({ withTimezone: true }).notNull(),
    /** When the current cycle began: at the start, then at each award. */
    cycleStartedAt: timestamp({ withTimezone: true }).notNull(),
    lastCallAt: timestamp({ withTimezone: true }).notNull(),
    endedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    // One active session per account.
    uniqueIndex('play_sessions_active').on(table.userId).where(sql`${table.endedAt} is null`),
    index('play_sessions_user').on(table.userId, table.startedAt),
  ],
);

/** The number of cards that an account was awarded on a UTC day. */
export const awardDays = pgTable(
  'award_days',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: text().notNull(),
    awards: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);
