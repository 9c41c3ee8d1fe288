import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
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
import { mailFrequencies } from '#shared/constants/notifications/notification-mails.ts';
import { users } from './accounts.ts';

/** When an account may be sent something, and how many mails it was sent at once. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Quiet hours as minutes of the day; both null: none. The end can be on the next day. */
    quietFrom: integer(),
    quietTo: integer(),
    /** The IANA name of the time zone of quiet hours and digests. */
    timeZone: text().notNull().default('UTC'),
    /** Mails at once are counted for an hour from here. */
    hourStartedAt: timestamp({ withTimezone: true }),
    mailsInHour: integer().notNull().default(0),
  },
  (table) => [
    check(
      'notification_settings_quiet_hours',
      sql`num_nonnulls(${table.quietFrom}, ${table.quietTo}) in (0, 2)
        and ${table.quietFrom} between 0 and 1439 and ${table.quietTo} between 0 and 1439`,
    ),
  ],
);

/** The kinds of notifications that an account wants as mail. No row: not. */
export const notificationChannels = pgTable(
  'notification_channels',
  {
    userId: uuid().notNull(),
    kind: text({ enum: notificationKinds }).notNull(),
    mail: text({ enum: mailFrequencies }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'notification_channels_pkey', columns: [table.userId, table.kind] }),
    foreignKey({
      name: 'notification_channels_settings',
      columns: [table.userId],
      foreignColumns: [notificationSettings.userId],
    }).onDelete('cascade'),
  ],
);

/** Mails that are to be sent, each with its rows of `notifications_to_mail`. Deleted when sent. */
export const notificationMails = pgTable(
  'notification_mails',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    frequency: text({ enum: mailFrequencies }).notNull(),
    /** How often a node has tried to send it. */
    attempts: integer().notNull().default(0),
    /** No node tries to send it before this time: another node is sending it, or it has just failed. */
    nextAttemptAt: timestamp({ withTimezone: true }).notNull(),
    /** When the last attempt failed. The row is kept for the operator for a while. */
    failedAt: timestamp({ withTimezone: true }),
    /** Why the newest attempt failed, in words without addresses. */
    lastError: text(),
  },
  (table) => [
    index('notification_mails_user').on(table.userId),
    index('notification_mails_waiting')
      .on(table.nextAttemptAt)
      .where(sql`${table.failedAt} is null`),
  ],
);

/**
 * Notifications that are to be mailed, written in the transaction that delivers them. Equal ones share a row
 * until it is part of a mail.
 */
export const notificationsToMail = pgTable(
  'notifications_to_mail',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: notificationKinds }).notNull(),
    actorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    thing: text().notNull().default(''),
    thingName: text().notNull().default(''),
    count: integer().notNull(),
    amount: bigint({ mode: 'number' }),
    /** The time of the last of them. */
    at: timestamp({ withTimezone: true }).notNull(),
    /** The time of the first of them. */
    since: timestamp({ withTimezone: true }).notNull(),
    /** When a job looks at it: at first soon, then when its mail is due. */
    dueAt: timestamp({ withTimezone: true }).notNull(),
    /** The mail that lists it; null before. */
    mailId: uuid().references(() => notificationMails.id, { onDelete: 'cascade' }),
  },
  (table) => [
    uniqueIndex('notifications_to_mail_waiting')
      .on(table.userId, table.kind, table.actorId, table.thing)
      .where(sql`${table.mailId} is null`),
    index('notifications_to_mail_due').on(table.dueAt).where(sql`${table.mailId} is null`),
    index('notifications_to_mail_mail').on(table.mailId),
  ],
);
