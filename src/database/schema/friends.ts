import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

/** Friendship is mutual: one row for two people, the lower id first, so that it cannot be half. */
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

/** Requests that wait for an answer, and declined ones until their sender may ask again. */
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
    /** Null while it waits. Its sender is not told: the request reads as pending for a day more. */
    declinedAt: timestamp({ withTimezone: true }),
    /**
     * Of a declined one that its sender took back: it does not read as pending any more, but holds its
     * place, as who could ask anew at once would know that it was declined, and could go on for ever.
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
