import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
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

/** Passkeys: keys of WebAuthn authenticators, of which only the public half is stored. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The authenticator's id of the key, base64url. */
    credentialId: text().notNull().unique(),
    /** The public key in COSE format, base64url. */
    publicKey: text().notNull(),
    /** How often the authenticator says that it has signed; always 0 if it does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How browsers reach the authenticator, such as `internal` or `usb`. */
    transports: text().array().notNull().default(sql`'{}'`),
    /** The name that the player gave it. */
    name: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    lastUsedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    check('passkeys_name', sql`char_length(${table.name}) <= 60`),
    index('passkeys_user').on(table.userId),
  ],
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
