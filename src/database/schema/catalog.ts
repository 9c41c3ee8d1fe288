import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { overridableFields } from '#shared/constants/catalog/game-overrides.ts';
import { gameSources } from '#shared/constants/catalog/game-sources.ts';
import { users } from './accounts.ts';
import { pictures } from './gallery.ts';
import { furtherRoles } from './roles.ts';

/** The ids of the games of the site, and of the companies that only these have. */
export const ownGameIds = pgSequence('own_game_ids', { startWith: 2_000_000_000 });
export const ownCompanyIds = pgSequence('own_company_ids', { startWith: 2_000_000_000 });

export interface RatingShare {
  title: string;
  count: number;
  percent: number;
}

export interface GameLink {
  label: string;
  url: string;
}

export interface GamePlatform {
  name: string;
  minimum?: string;
  recommended?: string;
}

/** The ids are those of the provider, so that libraries survive a change of the provider. */
export const games = pgTable(
  'games',
  {
    id: integer().primaryKey(),
    slug: text().notNull(),
    name: text().notNull(),
    released: date(),
    rating: real().notNull().default(0),
    ratings: jsonb().$type<RatingShare[]>().notNull().default([]),
    ratingsCount: integer(),
    metacritic: integer(),
    platforms: jsonb().$type<GamePlatform[]>().notNull().default([]),
    /** Slugs in the provider's order. */
    genres: text().array().notNull().default(sql`'{}'`),
    description: text().notNull().default(''),
    website: text(),
    /** Links that an editor typed. Null: those that pages make from the name, which games of the site never have. */
    links: jsonb().$type<GameLink[]>(),
    /** As editors of the site typed it, such as 'PEGI 12'. */
    ageRating: text(),
    backgroundImage: text(),
    backgroundImageAdditional: text(),
    /** Further pictures for the game's page. */
    pictures: text().array().notNull().default(sql`'{}'`),
    /**
     * The drawn art of the bundled catalog: cover, scene and more. It stays when the provider has
     * pictures, because these are not always available.
     */
    drawnCover: text(),
    drawnScene: text(),
    drawnPictures: text().array().notNull().default(sql`'{}'`),
    source: text({ enum: gameSources }).notNull(),
    /** A hidden game exists for its owners only. */
    isHidden: boolean().notNull().default(false),
    /** Whether it is hidden because the shop does not hold its source, and is shown when it does again. */
    hiddenBySource: boolean().notNull().default(false),
    /** Whether the cards of a hidden game can still be traded. */
    keepsTrading: boolean().notNull().default(false),
    /** The age in years from which players should play it; 0 for everybody. Accounts and visitors can have a limit. */
    minimumAge: integer().notNull().default(0),
    /** Whether it exists only for the members of its groups (`gameGroups`): without one for nobody but those who decide. */
    isForGroups: boolean().notNull().default(false),
    /** Whether it has a price for the members of a group (`gameGroupPrices`), so that purchases of others read none. */
    hasGroupPrices: boolean().notNull().default(false),
    /** What editors have changed on a game of another source, sorted. See `gameOverrides`. */
    overridden: text({ enum: overridableFields }).array().notNull().default(sql`'{}'`),
    /** The columns below are those of the games of the site. */
    /** The place in the order of the games of the site. */
    position: integer(),
    /** The further role without which nobody can buy it. */
    roleNeeded: text().references(() => furtherRoles.slug),
    createdBy: uuid().references(() => users.id),
    updatedAt: timestamp({ withTimezone: true }),
    /** Grows with each change, so that an edit of an older version is noticed. */
    version: integer().notNull().default(1),
    fetchedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('games_name').using('hash', sql`lower(${table.name})`),
    index('games_slug').using('hash', table.slug),
    uniqueIndex('games_own_name').on(sql`lower(${table.name})`).where(sql`${table.source} = 'own'`),
    index('games_hidden').on(table.id).where(sql`${table.isHidden}`),
    // The few games that do not exist for some readers.
    index('games_limited')
      .on(table.id, table.minimumAge, table.isForGroups)
      .where(sql`(${table.minimumAge} > 0 or ${table.isForGroups})`),
    check('games_minimum_age', sql`${table.minimumAge} between 0 and 99`),
    index('games_own').on(table.position, table.id).where(sql`${table.source} = 'own'`),
  ],
);

/**
 * What the source of a game says about a field that editors of the site have changed. The column of `games` has
 * their value, so that everything reads it, and `games.overridden` names the field, so that a refresh leaves it.
 */
export const gameOverrides = pgTable(
  'game_overrides',
  {
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    field: text({ enum: overridableFields }).notNull(),
    /** Null also if the source has no value. */
    sourceValue: jsonb(),
    changedBy: uuid()
      .notNull()
      .references(() => users.id),
    changedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.field] })],
);

/** Names that games had before editors renamed them. Programs that call a game by its name still find it. */
export const gameEarlierNames = pgTable(
  'game_earlier_names',
  {
    /** In lower case. */
    name: text().notNull(),
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    replacedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.gameId] }),
    index('game_earlier_names_game').on(table.gameId),
  ],
);

/**
 * The table that the shop's list searches: a narrow copy, because a frequent term reads thousands
 * of rows and a row of `games` has a kilobyte (measured at 100,000 games: three times as slow).
 */
export const gameSearch = pgTable(
  'game_search',
  {
    gameId: integer()
      .primaryKey()
      .references(() => games.id, { onDelete: 'cascade' }),
    /** The name in the form of `toSearchWords`. */
    words: text().notNull(),
    ratingsCount: integer().notNull(),
    /**
     * The rating, minus five while too few players have rated, so that these games are last in the
     * order by rating.
     */
    rated: real().notNull().default(0),
    released: date(),
    genres: text().array().notNull(),
  },
  (table) => [
    // No pending list: every search would read it completely.
    index('game_search_trgm')
      .using('gin', sql`${table.words} gin_trgm_ops`)
      .with({ fastupdate: false }),
    index('game_search_words').using('hash', table.words),
    index('game_search_genres').using('gin', table.genres),
    index('game_search_popular').on(sql`${table.ratingsCount} desc`, table.gameId),
    index('game_search_rated').on(sql`${table.rated} desc`, table.gameId),
    index('game_search_released').on(sql`${table.released} desc nulls last`, table.gameId),
    index('game_search_name').on(table.words, table.gameId),
  ],
);

export const genres = pgTable('genres', {
  slug: text().primaryKey(),
  name: text().notNull(),
});

export const publishers = pgTable(
  'publishers',
  {
    id: integer().primaryKey(),
    slug: text().notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
  },
  (table) => [index('publishers_slug').using('hash', table.slug)],
);

export const developers = pgTable(
  'developers',
  {
    id: integer().primaryKey(),
    slug: text().notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
  },
  (table) => [index('developers_slug').using('hash', table.slug)],
);

export const gamePublishers = pgTable(
  'game_publishers',
  {
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    publisherId: integer()
      .notNull()
      .references(() => publishers.id, { onDelete: 'cascade' }),
    position: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.publisherId] }),
    index('game_publishers_publisher').on(table.publisherId),
  ],
);

export const gameDevelopers = pgTable(
  'game_developers',
  {
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    developerId: integer()
      .notNull()
      .references(() => developers.id, { onDelete: 'cascade' }),
    position: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.developerId] }),
    index('game_developers_developer').on(table.developerId),
  ],
);

/** The imported version of each bundle. */
export const catalogImports = pgTable('catalog_imports', {
  source: text().primaryKey(),
  version: text().notNull(),
  importedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/**
 * The number of accounts that own a game, counted regularly: with exact counters, purchases would
 * wait for each other.
 */
export const gameOwners = pgTable(
  'game_owners',
  {
    gameId: integer()
      .primaryKey()
      .references(() => games.id, { onDelete: 'cascade' }),
    owners: integer().notNull(),
  },
  (table) => [index('game_owners_most').on(sql`${table.owners} desc`, table.gameId)],
);

/**
 * The uploaded pictures of the games of the site. Their paths are also in `games`, where lists and pages
 * read them.
 */
export const gamePictures = pgTable(
  'game_pictures',
  {
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    pictureId: uuid()
      .notNull()
      .references(() => pictures.id),
    /** 0 is the cover, the others follow in their order from 1. */
    position: integer().notNull(),
    altText: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.position] }),
    check('game_pictures_text', sql`char_length(${table.altText}) <= 200`),
    index('game_pictures_picture').on(table.pictureId),
  ],
);
