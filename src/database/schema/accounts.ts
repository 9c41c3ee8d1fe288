import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const uuidv7 = sql`uuidv7()`;

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().default(uuidv7),
    /** In lower case and unique; `displayUsername` has the capitals that were typed. */
    username: text().notNull().unique(),
    displayUsername: text().notNull(),
    /** The name that the profile shows, at most 20 characters. */
    name: text().notNull().default(''),
    description: text().notNull().default(''),
    /** The file name of one of the nine avatars. */
    profilePic: text().notNull().default('profile1.webp'),
    email: text().notNull(),
    emailVerified: boolean().notNull().default(false),
    role: text({ enum: ['guest', 'player', 'moderator', 'admin'] })
      .notNull()
      .default('player'),
    /** When the account became a moderator or an admin. Null for others, and where it was not recorded. */
    roleGivenAt: timestamp({ withTimezone: true }),
    banned: boolean().notNull().default(false),
    banReason: text(),
    banExpires: timestamp({ withTimezone: true }),
    /** Null while the account is a guest. */
    registeredAt: timestamp({ withTimezone: true }),
    lastSeenAt: timestamp({ withTimezone: true }),
    /** Games for older players do not exist for it, in years. Null: the limit of the site. */
    ageLimit: integer(),
    /** Whether it is a player of the example community: nobody can log in to it. */
    isExample: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check('users_name', sql`char_length(${table.name}) <= 20`),
    check('users_age_limit', sql`${table.ageLimit} between 0 and 99`),
    check('users_description', sql`char_length(${table.description}) <= 200`),
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    // `usernameSkeleton`: finds names that look like another username.
    index('users_skeleton').on(
      sql`replace(replace(translate(lower(translate(${table.displayUsername}, 'I1|0', 'lllo')), '_', '-'), 'rn', 'm'), 'vv', 'w')`,
    ),
    index('users_username_trgm').using('gin', sql`${table.username} gin_trgm_ops`),
    index('users_player_seen')
      .on(table.lastSeenAt.desc().nullsLast(), table.id.desc())
      .where(sql`${table.role} <> 'guest'`),
    // For the list of people of admins.
    index('users_email_trgm').using('gin', sql`lower(${table.email}) gin_trgm_ops`),
    index('users_moderating')
      .on(table.role, table.id)
      .where(sql`${table.role} in ('moderator', 'admin')`),
    index('users_banned').on(table.id).where(sql`${table.banned}`),
    index('users_guest_seen').on(table.lastSeenAt).where(sql`${table.role} = 'guest'`),
  ],
);

/** Web sessions. `token` is the SHA-256 of the cookie's token, never the token itself. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().default(uuidv7),
    token: text().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    ipAddress: text(),
    userAgent: text(),
    /** The network of the last known request: /24 of an IPv4 address, /48 of an IPv6 address. */
    network: text(),
    /** When it was last used, up to some minutes late. Null for a session that began before this was recorded. */
    lastSeenAt: timestamp({ withTimezone: true }),
    /** When the player last proved in this session who they are. */
    provenAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expires').on(table.expiresAt),
  ],
);

/** The credentials of accounts. A password has the provider `credential`. */
export const accounts = pgTable(
  'accounts',
  {
    id: uuid().primaryKey().default(uuidv7),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    password: text(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: timestamp({ withTimezone: true }),
    refreshTokenExpiresAt: timestamp({ withTimezone: true }),
    scope: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('accounts_user').on(table.userId),
    uniqueIndex('accounts_provider_key').on(table.providerId, table.accountId),
  ],
);

/** Identities at the provider of single sign-on. One belongs to at most one account. */
export const signOnIdentities = pgTable(
  'sign_on_identities',
  {
    id: uuid().primaryKey().default(uuidv7),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The provider. */
    issuer: text().notNull(),
    /** The person, as the provider names it. */
    subject: text().notNull(),
    /** The email address or name that the provider gave, for the owner to tell identities apart. */
    name: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    lastUsedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex('sign_on_identities_key').on(table.issuer, table.subject),
    index('sign_on_identities_user').on(table.userId),
  ],
);

/** The tokens of email links, hashed. */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid().primaryKey().default(uuidv7),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('verifications_identifier').on(table.identifier)],
);

/** Changes of email addresses that wait for the link in the mail to the new address. One for each account. */
export const emailChanges = pgTable(
  'email_changes',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The new address. */
    email: text().notNull(),
    /** The SHA-256 of the link's token; null until the mail is sent. */
    token: text().unique(),
    requestedAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('email_changes_expires').on(table.expiresAt)],
);

const requestedEmailColumns = () => ({
  id: uuid().primaryKey().default(uuidv7),
  kind: text({
    enum: [
      'reset',
      'reset-by-admin',
      'confirm',
      'email-taken',
      'email-change',
      'email-change-requested',
      'email-changed',
      'totp-added',
      'totp-removed',
      'recovery-codes-renewed',
      'recovery-code-used',
      'factors-removed',
      'passkey-added',
      'passkey-removed',
      'sign-on-added',
      'sign-on-removed',
      'api-keys-change',
    ],
  }).notNull(),
  email: text().notNull(),
  /** The account, for mails about a change of its email address. */
  userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** How often a node has tried to send it. */
  attempts: integer().notNull().default(0),
  /** No node tries to send it before this time: another node is sending it, or it has just failed. */
  nextAttemptAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** When the last attempt failed. The row is kept for the operator for a while. */
  failedAt: timestamp({ withTimezone: true }),
  /** Why the newest attempt failed, in words without addresses. */
  lastError: text(),
});

/**
 * Mails that are requested and not sent yet. Every email address gets the same row, with or without an
 * account, so that the answer does not show which email addresses have accounts.
 */
export const requestedEmails = pgTable('requested_emails', requestedEmailColumns());

/**
 * Mails that nodes of version 0.2 requested. Nothing else is written here: those nodes take every row, and
 * send a wrong mail for a kind that they do not know.
 */
export const emailRequests = pgTable('email_requests', requestedEmailColumns());
