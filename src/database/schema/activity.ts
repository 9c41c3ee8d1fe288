import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

/** What accounts did that their friends may see. Shown by a later feature; rows are purged after a year. */
export const activity = pgTable(
  'activity',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['legendary-drawn', 'set-completed', 'badge-crafted'] }).notNull(),
    gameId: integer().notNull(),
    /** The card kind of a drawn legendary; null for other kinds. */
    kindId: text(),
    /** The level of a crafted badge; null for other kinds. */
    level: integer(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('activity_user').on(table.userId, table.id)],
);
