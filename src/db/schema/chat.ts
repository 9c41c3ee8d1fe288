import { sql } from 'drizzle-orm';
import {
  check,
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
    /** The number up to which each has read. What one sends, one has read. */
    lowRead: integer().notNull().default(0),
    highRead: integer().notNull().default(0),
  },
  (table) => [
    unique('conversations_pair').on(table.lowId, table.highId),
    check('conversations_order', sql`${table.lowId} < ${table.highId}`),
    check(
      'conversations_read',
      sql`${table.lowRead} between 0 and ${table.lastNumber} and ${table.highRead} between 0 and ${table.lastNumber}`,
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
