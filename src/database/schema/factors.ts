import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

/** Authenticator apps, at most one of each account. */
export const totpFactors = pgTable('totp_factors', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted with a key that is not in the database. */
  secret: text().notNull(),
  /** Which key encrypted it. */
  keyId: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
  /** When the first code was entered. Before that the app is no factor. */
  confirmedAt: timestamp({ withTimezone: true }),
  /** The period of the last accepted code. Codes of this period and of earlier ones are not accepted. */
  lastUsedStep: integer(),
});

/** Codes that replace any other second factor, each once. Only their hashes are stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: text().notNull().unique(),
    usedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
);

/** Hashes of signed values that work once, such as the cookie of a pending login, until they expire. */
export const usedTokens = pgTable(
  'used_tokens',
  {
    hash: text().primaryKey(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('used_tokens_expires').on(table.expiresAt)],
);

/**
 * One row: the id of the key that encrypts the secrets of authenticator apps. A node with another key
 * notices by it that it cannot decrypt them.
 */
export const encryptionKeys = pgTable(
  'encryption_keys',
  {
    id: integer().primaryKey().default(1),
    keyId: text().notNull(),
    changedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [check('encryption_keys_one', sql`${table.id} = 1`)],
);
