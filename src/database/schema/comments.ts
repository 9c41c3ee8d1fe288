import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { hiddenColumns } from './hidden-columns.ts';

export const profileComments = pgTable(
  'profile_comments',
  {
    /** Ids are in the order of time. */
    id: uuid().primaryKey().default(sql`uuidv7()`),
    profileId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    ...hiddenColumns(),
  },
  (table) => [
    // At most 750 characters.
    check('profile_comments_length', sql`char_length(${table.text}) between 1 and 750`),
    index('profile_comments_profile').on(table.profileId, table.id),
    index('profile_comments_author').on(table.authorId),
    index('profile_comments_hidden')
      .on(table.profileId, table.id)
      .where(sql`${table.hiddenCause} is not null`),
  ],
);
