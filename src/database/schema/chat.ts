import { sql } from 'drizzle-orm';
import {
  check,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

/** A set of whole numbers as runs without a gap: `{[1,8),[12,15)}`. */
const runs = customType<{ data: string }>({ dataType: () => 'int4multirange' });

/** What two people say to each other; the lower id first. It outlives their friendship. */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    lowId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    highId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The number of the last message; 0 before the first. Given out under this row's lock. */
    lastNumber: integer().notNull().default(0),
    lastAt: timestamp({ withTimezone: true }),
    /** The last number that each has read or sent. */
    lowRead: integer().notNull().default(0),
    highRead: integer().notNull().default(0),
    /** What each has not read before that: no screen has shown it. */
    lowSkipped: runs().notNull().default('{}'),
    highSkipped: runs().notNull().default('{}'),
  },
  (table) => [
    unique('conversations_pair').on(table.lowId, table.highId),
    check('conversations_order', sql`${table.lowId} < ${table.highId}`),
    check(
      'conversations_read',
      sql`${table.lowRead} between 0 and ${table.lastNumber} and ${table.highRead} between 0 and ${table.lastNumber}`,
    ),
    check(
      'conversations_skipped',
      sql`coalesce(upper(${table.lowSkipped}) <= ${table.lowRead}, true)
        and coalesce(upper(${table.highSkipped}) <= ${table.highRead}, true)`,
    ),
    index('conversations_high').on(table.highId),
  ],
);

export const messages = pgTable(
  'messages',
  {
    conversationId: uuid().notNull(),
    /** 1, 2, 3 … within the conversation, without a gap. */
    number: integer().notNull(),
    /** Made by the client that sent it, so that sending it again is not saying it again. */
    id: uuid().notNull(),
    senderId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    sentAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'messages_pkey', columns: [table.conversationId, table.number] }),
    foreignKey({
      name: 'messages_conversation',
      columns: [table.conversationId],
      foreignColumns: [conversations.id],
    }).onDelete('cascade'),
    unique('messages_once').on(table.conversationId, table.senderId, table.id),
    check('messages_length', sql`char_length(${table.text}) between 1 and 1000`),
  ],
);
