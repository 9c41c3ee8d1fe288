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

/** A set of whole numbers as runs without gaps, such as `{[1,8),[12,15)}`. */
const runs = customType<{ data: string }>({ dataType: () => 'int4multirange' });

/**
 * Conversations of two players; the lower id comes first. A conversation outlives the friendship.
 */
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
    /**
     * The number of the last message; 0 when there is no message. Numbers are assigned while this row is
     * locked.
     */
    lastNumber: integer().notNull().default(0),
    lastAt: timestamp({ withTimezone: true }),
    /** The last number that each side has read or sent. */
    lowRead: integer().notNull().default(0),
    highRead: integer().notNull().default(0),
    /** The unread messages of each side before its read mark: no screen has shown them. */
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
    /** Made by the sender's client, so that sending a message again does not store it twice. */
    id: uuid().notNull(),
    senderId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    /** The trade offer that the message shows. The text describes it for clients that know no offers. */
    tradeOfferId: uuid(),
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
