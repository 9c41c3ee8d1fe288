import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

/**
 * Friendships. One row for two players, the lower id first, so that a friendship is always mutual.
 */
export const friendships = pgTable(
  'friendships',
  {
    lowId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    highId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'friendships_pkey', columns: [table.lowId, table.highId] }),
    check('friendships_order', sql`${table.lowId} < ${table.highId}`),
    index('friendships_high').on(table.highId),
  ],
);

/** Friend requests that wait for an answer, and declined ones until the sender may send another. */
export const friendRequests = pgTable(
  'friend_requests',
  {
    senderId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    targetId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    askedAt: timestamp({ withTimezone: true }).notNull(),
    /**
     * Null while the request waits. The sender does not see it: the request looks pending for
     * another day.
     */
    declinedAt: timestamp({ withTimezone: true }),
    /**
     * When the sender withdrew a declined request. It no longer looks pending but keeps its row: a
     * sender who could send another at once would know that it was declined, and could repeat it
     * without end.
     */
    withdrawnAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ name: 'friend_requests_pkey', columns: [table.senderId, table.targetId] }),
    check('friend_requests_two_people', sql`${table.senderId} <> ${table.targetId}`),
    index('friend_requests_waiting')
      .on(table.targetId, table.askedAt)
      .where(sql`${table.declinedAt} is null`),
  ],
);

export const blocks = pgTable(
  'blocks',
  {
    blockerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blockedId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'blocks_pkey', columns: [table.blockerId, table.blockedId] }),
    check('blocks_two_people', sql`${table.blockerId} <> ${table.blockedId}`),
    index('blocks_blocked').on(table.blockedId),
  ],
);
