import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { notificationKinds } from '#shared/constants/notifications/notification-kinds.ts';
import { users } from './accounts.ts';

/**
 * Notifications of accounts. Equal actions of one actor on one thing share a row until it is read:
 * the row counts them and has the time of the last one.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: notificationKinds }).notNull(),
    actorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * What the action was done to: the id of a discussion or card kind; empty when the kind alone
     * identifies it.
     */
    thing: text().notNull().default(''),
    /** The name of the thing at that time. */
    thingName: text().notNull().default(''),
    count: integer().notNull().default(1),
    /** The sum in cents of all counted actions; null when no money moved. */
    amount: bigint({ mode: 'number' }),
    at: timestamp({ withTimezone: true }).notNull(),
    readAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex('notifications_unread')
      .on(table.userId, table.kind, table.actorId, table.thing)
      .where(sql`${table.readAt} is null`),
    index('notifications_user').on(table.userId, table.at),
  ],
);

/**
 * Notifications that are not delivered yet, written in the transaction of what they are about. A job moves
 * them to `notifications`. There are no foreign keys, so that the insert locks no account: the order of
 * locks of a purchase stays the same.
 */
export const pendingNotifications = pgTable('pending_notifications', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  /** Null: for the subscribers of the discussion `thing`. */
  userId: uuid(),
  kind: text({ enum: notificationKinds }).notNull(),
  actorId: uuid().notNull(),
  thing: text().notNull().default(''),
  thingName: text().notNull().default(''),
  amount: bigint({ mode: 'number' }),
  at: timestamp({ withTimezone: true }).notNull(),
});

/** Kinds of notifications that an account has muted. */
export const mutedNotifications = pgTable(
  'muted_notifications',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: notificationKinds }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'muted_notifications_pkey', columns: [table.userId, table.kind] }),
  ],
);
