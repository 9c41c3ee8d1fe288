import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

const uuidv7 = sql`uuidv7()`;

/**
 * Users of the app backend that stand for an account, for good: who was linked once is anonymous never
 * again. Anonymous ones live in their token alone.
 */
export const appUsers = pgTable(
  'app_users',
  {
    /** 24 hexadecimal characters, as the clients of the backend know ids. */
    id: text().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Whether it began without an account, and lists that among the ways it is known by. */
    anonymous: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('app_users_account').on(table.accountId)],
);

/**
 * Proofs of identity that wire calls and sockets of third parties carry. A session of its own kind:
 * `hash` is the SHA-256 of the loginId, which nobody but its player has.
 */
export const loginIds = pgTable(
  'login_ids',
  {
    id: uuid().primaryKey().default(uuidv7),
    hash: text().notNull().unique(),
    accountId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('login_ids_account').on(table.accountId, table.id),
    index('login_ids_expires').on(table.expiresAt),
  ],
);

/** Keys by which a program logs in as an account. `hash` is the SHA-256 of the key. */
export const apiKeys = pgTable(
  'api_keys',
  {
    /** 24 hexadecimal characters. */
    id: text().primaryKey(),
    hash: text().notNull().unique(),
    accountId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    disabled: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('api_keys_account').on(table.accountId)],
);

/**
 * Sessions of the app backend. One of an account has a row while it lasts. An anonymous one has a row
 * only while a player is bound to it, and for good once it was logged out, as its token does not expire.
 */
export const appSessions = pgTable(
  'app_sessions',
  {
    /** As its tokens name it. */
    id: uuid().primaryKey(),
    appUserId: text().notNull(),
    /** Null while it is anonymous. */
    accountId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** The player whom `loginUser` bound to it last. */
    loginId: uuid().references(() => loginIds.id, { onDelete: 'set null' }),
    /** The key that it began with, if any: it ends with it. */
    apiKeyId: text().references(() => apiKeys.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** Null while it is anonymous. */
    expiresAt: timestamp({ withTimezone: true }),
    revokedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    check('app_sessions_expiry', sql`(${table.accountId} is null) = (${table.expiresAt} is null)`),
    index('app_sessions_account').on(table.accountId, table.createdAt),
    index('app_sessions_login').on(table.loginId),
    index('app_sessions_key').on(table.apiKeyId),
    index('app_sessions_expires').on(table.expiresAt),
  ],
);

/** Usernames of accounts that were deleted, as SHA-256: nobody else shall be taken for them. */
export const formerUsernames = pgTable('former_usernames', {
  hash: text().primaryKey(),
  deletedAt: timestamp({ withTimezone: true }).notNull(),
});
