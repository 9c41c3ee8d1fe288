import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { moderationActions } from '#shared/constants/moderation/moderation-actions.ts';
import { users } from './accounts.ts';

/** The moderation log: actions of moderators and admins. Rows are only added. */
export const moderationLog = pgTable(
  'moderation_log',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    /** Null for the operator at the command line. */
    moderatorId: uuid().references(() => users.id),
    act: text({ enum: moderationActions }).notNull(),
    /** The account that the action concerns, or that owned the comment, discussion or picture. */
    targetId: uuid()
      .notNull()
      .references(() => users.id),
    reason: text().notNull(),
    /**
     * Details at the time of the action: what was deleted, how long a suspension lasts, which role
     * was given.
     */
    details: jsonb().$type<Record<string, string | number | null>>().notNull().default({}),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('moderation_log_target').on(table.targetId, table.id),
    // For the list of grants and fines of admins.
    index('moderation_log_money')
      .on(table.id)
      .where(sql`${table.act} in ('give-money', 'take-money')`),
  ],
);

/** The acts that were undone. An act is undone at most once. */
export const undoneActs = pgTable(
  'undone_acts',
  {
    actId: uuid()
      .primaryKey()
      .references(() => moderationLog.id),
    /** The entry of the log that undid it. */
    undoneBy: uuid()
      .notNull()
      .references(() => moderationLog.id),
  },
  (table) => [unique('undone_acts_undone_by').on(table.undoneBy)],
);

/** Notes of moderators and admins about an account. They are deleted with the account. */
export const accountNotes = pgTable(
  'account_notes',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    check('account_notes_length', sql`char_length(${table.text}) <= 1000`),
    index('account_notes_user').on(table.userId, table.id),
  ],
);
