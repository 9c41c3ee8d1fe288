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
import {
  type ApiKeyScope,
  defaultApiKeyScopes,
} from '#shared/constants/accounts/api-key-scopes.ts';
import { users } from './accounts.ts';

const uuidv7 = sql`uuidv7()`;

/**
 * Users of the Realm API that are linked to an account, for good: a linked user never becomes
 * anonymous again. Anonymous users have no row; their token contains all there is.
 */
export const apiUsers = pgTable(
  'api_users',
  {
    /** 24 hexadecimal characters, the id format of Realm clients. */
    id: text().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Whether the user was anonymous first, and lists that as one of its identities. */
    anonymous: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('api_users_account').on(table.accountId)],
);

/**
 * LoginIds: secrets by which third-party clients act as a player in API calls and sockets. They are
 * separate from web sessions. `hash` is the SHA-256 of the loginId.
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

/** API keys by which programs log in to an account. `hash` is the SHA-256 of the key. */
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
    /** What it lets a program do. */
    scopes: text()
      .array()
      .$type<ApiKeyScope[]>()
      .notNull()
      .default(sql.raw(`'{${defaultApiKeyScopes.join(',')}}'`)),
    /** When it ends by itself; null for a key without an end. */
    endsAt: timestamp({ withTimezone: true }),
    /** When it was last used, to the hour. */
    lastUsedAt: timestamp({ withTimezone: true }),
    /** Until when a key from before there were scopes has all rights of its owner; null for other keys. */
    allScopesUntil: timestamp({ withTimezone: true }),
    /** When the owner of such a key was told of its end by mail. */
    mailedAt: timestamp({ withTimezone: true }),
    /** When the owner of such a key confirmed on a page to know of it. */
    noticedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    check('api_keys_name', sql`char_length(${table.name}) <= 100`),
    check(
      'api_keys_scopes',
      sql`cardinality(${table.scopes}) > 0 and ${table.scopes} <@ array['read-own', 'write-own', 'moderate', 'catalog', 'economy']`,
    ),
    index('api_keys_account').on(table.accountId),
    index('api_keys_to_mail')
      .on(table.accountId)
      .where(sql`${table.allScopesUntil} is not null and ${table.mailedAt} is null`),
  ],
);

/**
 * API sessions. A session of an account has a row while it lasts. An anonymous session has a row
 * only while a player is bound to it, and for good after a logout, because its token does not
 * expire.
 */
export const apiSessions = pgTable(
  'api_sessions',
  {
    /** The id that the session's tokens contain. */
    id: uuid().primaryKey(),
    apiUserId: text().notNull(),
    /** Null while the session is anonymous. */
    accountId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** The player whom `loginUser` bound to the session last. */
    loginId: uuid().references(() => loginIds.id, { onDelete: 'set null' }),
    /** The API key that the session was started with, if any. The session ends with the key. */
    apiKeyId: text().references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** When it began: for a session of an account, the time of its login or link. */
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** Null while the session is anonymous. */
    expiresAt: timestamp({ withTimezone: true }),
    revokedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    check('api_sessions_expiry', sql`(${table.accountId} is null) = (${table.expiresAt} is null)`),
    index('api_sessions_account').on(table.accountId, table.createdAt),
    index('api_sessions_login').on(table.loginId),
    index('api_sessions_key').on(table.apiKeyId),
    index('api_sessions_expires').on(table.expiresAt),
  ],
);

/** SHA-256 hashes of the usernames of deleted accounts, so that nobody else can register them. */
export const formerUsernames = pgTable('former_usernames', {
  hash: text().primaryKey(),
  deletedAt: timestamp({ withTimezone: true }).notNull(),
});
