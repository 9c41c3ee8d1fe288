import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { notificationKinds } from '#shared/constants/notifications/notification-kinds.ts';
import { sessions, users } from './accounts.ts';

/** The VAPID keys of the site: one row. Browsers subscribe with the public key. */
export const pushKeys = pgTable(
  'push_keys',
  {
    id: integer().primaryKey().default(1),
    publicKey: text().notNull(),
    /** Encrypted with a key that is not in the database. */
    privateKey: text().notNull(),
    /** Which key encrypted it. */
    keyId: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [check('push_keys_one', sql`${table.id} = 1`)],
);

/** Browsers that get pushes. They end with the session in which they were turned on. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid()
      .notNull()
      .unique()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** The URL of the browser's push service. Who knows it can send to the browser. */
    endpoint: text().notNull().unique(),
    /** The public key of the browser, and a secret that it shares with us. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** When the last push was accepted; null if none was. */
    lastUsedAt: timestamp({ withTimezone: true }),
    /** Since when every push has failed; null if the last one was accepted. */
    failingSince: timestamp({ withTimezone: true }),
  },
  (table) => [index('push_subscriptions_user').on(table.userId)],
);

/** The kinds of notifications that an account does not want as push. */
export const mutedPushes = pgTable(
  'muted_pushes',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: notificationKinds }).notNull(),
  },
  (table) => [primaryKey({ name: 'muted_pushes_pkey', columns: [table.userId, table.kind] })],
);

/**
 * Pushes that are to be sent, written in the transaction that delivers notifications. A browser has at most one
 * of each kind, because a push only says that something of the kind is new. Deleted when sent.
 */
export const waitingPushes = pgTable(
  'waiting_pushes',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    subscriptionId: uuid()
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    kind: text({ enum: notificationKinds }).notNull(),
    /** How often a node has tried to send it. */
    attempts: integer().notNull().default(0),
    /** No node tries to send it before this time. */
    nextAttemptAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    unique('waiting_pushes_kind').on(table.subscriptionId, table.kind),
    index('waiting_pushes_due').on(table.nextAttemptAt),
  ],
);
