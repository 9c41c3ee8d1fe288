import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { games } from './catalog.ts';

/** What the owners of a game of the site get besides its page. */
export const gameDeliveries = pgTable('game_deliveries', {
  gameId: integer()
    .primaryKey()
    .references(() => games.id),
  /** Since when every purchase gets a key; null if purchases get none. */
  keysSince: timestamp({ withTimezone: true }),
  /** An address on another site that owners get, such as that of a download. */
  link: text(),
  /** The address of the game on another site, which the page `/play/:gameId` shows in a frame. */
  playUrl: text(),
  /** The stored content of a game for browsers that an editor uploaded; the same page shows it. */
  webGameFileId: uuid().references(() => downloadFiles.id),
  /** Whether its frame is isolated from other origins, so that the game may share memory between threads. */
  isIsolated: boolean().notNull().default(false),
});

/** When purchases of a game got keys. `game_deliveries.keys_since` is the start of the period that has no end. */
export const gameKeyPeriods = pgTable(
  'game_key_periods',
  {
    gameId: integer()
      .notNull()
      .references(() => games.id),
    since: timestamp({ withTimezone: true }).notNull(),
    /** Null while it lasts. */
    until: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.since] }),
    uniqueIndex('game_key_periods_open').on(table.gameId).where(sql`${table.until} is null`),
  ],
);

/** Keys of games, such as those of another store. Each is given with at most one purchase, and never again. */
export const gameKeys = pgTable(
  'game_keys',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    gameId: integer()
      .notNull()
      .references(() => games.id),
    /** Encrypted with a key that is not in the database. Null when its buyer's account was deleted. */
    encrypted: text(),
    /** Which key encrypted it. */
    encryptedBy: text(),
    /** A keyed hash, by which a key that is added again is found. */
    fingerprint: text().notNull(),
    addedBy: uuid()
      .notNull()
      .references(() => users.id),
    addedAt: timestamp({ withTimezone: true }).notNull(),
    /** The account that got it with its purchase; null while it is unused. */
    userId: uuid().references(() => users.id),
    givenAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex('game_keys_fingerprint').on(table.gameId, table.fingerprint),
    uniqueIndex('game_keys_buyer')
      .on(table.userId, table.gameId)
      .where(sql`${table.userId} is not null`),
    index('game_keys_unused').on(table.gameId, table.id).where(sql`${table.userId} is null`),
    check('game_keys_given', sql`(${table.userId} is null) = (${table.givenAt} is null)`),
    check(
      'game_keys_encrypted',
      sql`(${table.encrypted} is null) = (${table.encryptedBy} is null)
        and (${table.encrypted} is not null or ${table.userId} is not null)`,
    ),
  ],
);

/**
 * The keys with which earlier secrets made the hashes of keys of games that are erased, encrypted with a newer
 * secret. They decrypt nothing.
 */
export const earlierFingerprintKeys = pgTable('earlier_fingerprint_keys', {
  /** The id of the encryption key of the same secret. */
  keyId: text().primaryKey(),
  encrypted: text().notNull(),
  encryptedBy: text().notNull(),
  keptAt: timestamp({ withTimezone: true }).notNull(),
});

/**
 * The contents of downloads and of uploaded web games in the file store. A row is written before its file and deleted
 * after it, so each file has a row.
 */
export const downloadFiles = pgTable(
  'download_files',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    gameId: integer()
      .notNull()
      .references(() => games.id),
    /** The name under which browsers save it. */
    fileName: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** The SHA-256 of the content in hexadecimal digits. */
    sha256: text().notNull(),
    addedBy: uuid()
      .notNull()
      .references(() => users.id),
    addedAt: timestamp({ withTimezone: true }).notNull(),
    /** When the file was stored completely; null before that. */
    storedAt: timestamp({ withTimezone: true }),
    /** Since when the file is to be deleted. */
    removedAt: timestamp({ withTimezone: true }),
    /** Since when the file store does not have the file as it was added; null if it has it. */
    missingSince: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('download_files_unused')
      .on(table.addedAt)
      .where(sql`${table.storedAt} is null or ${table.removedAt} is not null`),
    check('download_files_bytes', sql`${table.bytes} > 0`),
    check('download_files_sha256', sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
);

/** What the owners of a game of the site can download. */
export const gameDownloads = pgTable(
  'game_downloads',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    gameId: integer()
      .notNull()
      .references(() => games.id),
    /** Its place in the list, from 1. */
    position: integer().notNull(),
    /** What players read, such as the name of a platform. */
    name: text().notNull(),
    /** The version of the game, as its editors write it; may be empty. */
    version: text().notNull(),
    /** Its present content. */
    fileId: uuid()
      .notNull()
      .references(() => downloadFiles.id),
    /** Only players who bought the game before this time get it; null: all owners do. */
    hiddenAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    check('game_downloads_name', sql`char_length(${table.name}) <= 60`),
    check('game_downloads_version', sql`char_length(${table.version}) <= 40`),
    index('game_downloads_game').on(table.gameId, table.position),
    uniqueIndex('game_downloads_file').on(table.fileId),
  ],
);

/**
 * The files of an uploaded web game. They are one after the other in one stored content, so no path of a zip ever
 * becomes a path of a disk.
 */
export const webGameEntries = pgTable(
  'web_game_entries',
  {
    fileId: uuid()
      .notNull()
      .references(() => downloadFiles.id, { onDelete: 'cascade' }),
    /** Relative to the game, such as `art/hero.png`. */
    path: text().notNull(),
    /** Where it starts in the content. */
    start: bigint({ mode: 'number' }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'web_game_entries_pkey', columns: [table.fileId, table.path] }),
    check('web_game_entries_place', sql`${table.start} >= 0 and ${table.bytes} >= 0`),
  ],
);

/** What games that are played on the site store for their players, see docs/web-games.md. */
export const gameSaves = pgTable(
  'game_saves',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id),
    gameId: integer()
      .notNull()
      .references(() => games.id),
    /** A new one at each change, so that a window with an older state does not overwrite a newer one. */
    revision: uuid().notNull(),
    data: text().notNull(),
    bytes: integer().notNull(),
    savedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'game_saves_pkey', columns: [table.userId, table.gameId] }),
    check(
      'game_saves_bytes',
      sql`${table.bytes} = octet_length(${table.data}) and ${table.bytes} <= 1000000`,
    ),
  ],
);
