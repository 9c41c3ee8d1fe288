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
import { notificationKinds } from '#shared/constants/notification-kinds.ts';
import { users } from './accounts.ts';

/**
 * What happened to an account while it may not have looked. What the same person did to the same thing
 * is one row until it is read: it counts, and is as new as the last of it.
 */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: notificationKinds }).notNull(),
    actorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What it was done to: the id of a discussion or of a kind of card; empty where the kind says it. */
    thing: text().notNull().default(''),
    /** What that was called then. */
    thingName: text().notNull().default(''),
    count: integer().notNull().default(1),
    /** Cents, of all that it counts; null where no money moved. */
    amount: bigint({ mode: 'number' }),
    at: timestamp({ withTimezone: true }).notNull(),
    readAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex('notices_unread')
      .on(table.userId, table.kind, table.actorId, table.thing)
      .where(sql`${table.readAt} is null`),
    index('notices_user').on(table.userId, table.at),
  ],
);

/** Kinds of notices that an account does not want. */
export const mutedNotices = pgTable(
  'muted_notices',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: notificationKinds }).notNull(),
  },
  (table) => [primaryKey({ name: 'muted_notices_pkey', columns: [table.userId, table.kind] })],
);
