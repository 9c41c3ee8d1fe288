import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { games } from './catalog.ts';
import { pictures } from './gallery.ts';

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
