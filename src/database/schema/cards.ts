import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { games } from './catalog.ts';
import { pictures } from './gallery.ts';
import { gamePrices, gameSales } from './prices.ts';

/** All card kinds that can be awarded. */
export const cardKinds = pgTable(
  'card_kinds',
  {
    id: text().primaryKey(),
    setId: text().notNull(),
    /** The game whose set this is; null for the set that all other games share. */
    gameId: integer(),
    name: text().notNull(),
    description: text().notNull(),
    picture: text().notNull(),
    rarity: text({ enum: ['common', 'uncommon', 'rare', 'epic', 'legendary'] }).notNull(),
    position: integer().notNull(),
    /** Whether the newest version of its set has it. Only kinds of the games of the site ever leave a set. */
    isCurrent: boolean().notNull().default(true),
    /** The uploaded picture of the site that `picture` shows; null for a drawn one. */
    pictureId: uuid().references(() => pictures.id),
  },
  (table) => [index('card_kinds_set').on(table.setId), index('card_kinds_game').on(table.gameId)],
);

/**
 * The versions of the card sets of the games of the site. Version 0 is the set that other games share, which the
 * game had before. A game without rows has the shared set, or a bundled one that has no versions.
 */
export const cardSetVersions = pgTable(
  'card_set_versions',
  {
    gameId: integer()
      .notNull()
      .references(() => games.id),
    version: integer().notNull(),
    /** The cards of the game at that time whose kinds are not in this version. No more can be made. */
    otherCards: integer().notNull(),
    savedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'card_set_versions_pkey', columns: [table.gameId, table.version] }),
  ],
);

/** The card kinds of each version. Rows are never changed. */
export const cardSetVersionKinds = pgTable(
  'card_set_version_kinds',
  {
    gameId: integer().notNull(),
    version: integer().notNull(),
    kindId: text()
      .notNull()
      .references(() => cardKinds.id),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'card_set_version_kinds_pkey',
      columns: [table.gameId, table.version, table.kindId],
    }),
    foreignKey({
      name: 'card_set_version_kinds_version',
      columns: [table.gameId, table.version],
      foreignColumns: [cardSetVersions.gameId, cardSetVersions.version],
    }),
  ],
);

export const ownedGames = pgTable(
  'owned_games',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    gameId: integer().notNull(),
    transferId: uuid().notNull(),
    boughtAt: timestamp({ withTimezone: true }).notNull(),
    /** What it cost, in cents; a free game has no ledger entries. Null for purchases before this was stored. */
    price: integer(),
    /** The own price that it cost; null if it was bought for `GAME_PRICE` or in a sale. */
    priceId: uuid().references(() => gamePrices.id),
    /** The sale in which it was bought. */
    saleId: uuid().references(() => gameSales.id),
  },
  (table) => [primaryKey({ name: 'owned_games_pkey', columns: [table.userId, table.gameId] })],
);

/** Cards. Every card is a row, never a counter. */
export const cards = pgTable(
  'cards',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    kindId: text()
      .notNull()
      .references(() => cardKinds.id),
    gameId: integer()
      .notNull()
      .references(() => games.id),
    /** A consumed card was used to craft a badge or to make a card; the row says where it went. */
    state: text({ enum: ['held', 'listed', 'retired', 'consumed'] })
      .notNull()
      .default('held'),
    /**
     * How the card came to exist; `played` refers to the play session in `playSessionId`, `recycled` to
     * the row of `recyclings` in `recyclingId`.
     */
    origin: text({ enum: ['played', 'granted', 'recycled'] }).notNull(),
    playSessionId: uuid(),
    recyclingId: uuid(),
    /** The row of `badge_crafts` or `recyclings` that consumed the card. It stays if the owner is retired. */
    consumedBy: uuid(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('cards_owner').on(table.ownerId, table.gameId, table.kindId),
    index('cards_kind').on(table.kindId),
    // Admins give few cards.
    index('cards_granted').on(table.createdAt).where(sql`${table.origin} = 'granted'`),
    // The target of the foreign key of a listing, see `marketListings`.
    unique('cards_escrow').on(table.id, table.ownerId, table.state),
    check('cards_origin', sql`(${table.origin} = 'played') = (${table.playSessionId} is not null)`),
    check(
      'cards_recycling',
      sql`(${table.origin} = 'recycled') = (${table.recyclingId} is not null)`,
    ),
    check(
      'cards_consumed',
      sql`(${table.consumedBy} is null or ${table.state} in ('consumed', 'retired'))
        and (${table.consumedBy} is not null or ${table.state} <> 'consumed')`,
    ),
    uniqueIndex('cards_recycled')
      .on(table.recyclingId)
      .where(sql`${table.recyclingId} is not null`),
    index('cards_consumed_by').on(table.consumedBy).where(sql`${table.consumedBy} is not null`),
  ],
);

export const playSessions = pgTable(
  'play_sessions',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    gameId: integer().notNull(),
    startedAt: timestamp({ withTimezone: true }).notNull(),
    /** When the current cycle began: at the start, then at each award. */
    cycleStartedAt: timestamp({ withTimezone: true }).notNull(),
    lastCallAt: timestamp({ withTimezone: true }).notNull(),
    endedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    // One active session per account.
    uniqueIndex('play_sessions_active').on(table.userId).where(sql`${table.endedAt} is null`),
    index('play_sessions_user').on(table.userId, table.startedAt),
  ],
);

/** The number of cards that an account was awarded on a UTC day. */
export const awardDays = pgTable(
  'award_days',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: text().notNull(),
    awards: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);
