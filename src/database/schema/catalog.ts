import { sql } from 'drizzle-orm';
import {
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

export interface RatingShare {
  title: string;
  count: number;
  percent: number;
}

export interface GamePlatform {
  name: string;
  minimum?: string;
  recommended?: string;
}

/** Ids are those of the games database, so that a library survives a change of source. */
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
    /** Slugs in the order of the source. */
    genres: text().array().notNull().default(sql`'{}'`),
    description: text().notNull().default(''),
    website: text(),
    backgroundImage: text(),
    backgroundImageAdditional: text(),
    /** More pictures for the game's page, beyond the two above. */
    pictures: text().array().notNull().default(sql`'{}'`),
    /**
     * What the bundle drew for it: cover, scene and more. They stay when a games database names pictures
     * of its own, which may not be had every day.
     */
    drawnCover: text(),
    drawnScene: text(),
    drawnPictures: text().array().notNull().default(sql`'{}'`),
    source: text({ enum: ['bundle', 'games-database'] }).notNull(),
    fetchedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('games_name').using('hash', sql`lower(${table.name})`),
    index('games_slug').using('hash', table.slug),
  ],
);

/**
 * What the shop's list looks through: a narrow copy, since a common term touches thousands of rows and
 * the games' own are a kilobyte each (measured at 100,000 games: three times as slow).
 */
export const gameSearch = pgTable(
  'game_search',
  {
    gameId: integer()
      .primaryKey()
      .references(() => games.id, { onDelete: 'cascade' }),
    /** The name in the form that `searchWords` makes. */
    words: text().notNull(),
    ratingsCount: integer().notNull(),
    /** The rating; five less while too few have rated, so that the list by rating has those last. */
    rated: real().notNull().default(0),
    released: date(),
    genres: text().array().notNull(),
  },
  (table) => [
    // Entries go in at once: a list of pending ones would be read through by every search.
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

/** Which version of which bundle has been imported. */
export const imports = pgTable('imports', {
  source: text().primaryKey(),
  version: text().notNull(),
  importedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** How many own a game here, counted now and then: exact counts would make each purchase wait for others. */
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
