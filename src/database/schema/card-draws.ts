import { sql } from 'drizzle-orm';
import {
  bigint,
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

/** Every card that play awarded, with the odds at that time. Rows are never changed. */
export const cardDraws = pgTable(
  'card_draws',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    gameId: integer().notNull(),
    kindId: text().notNull(),
    cardId: uuid().notNull(),
    /** The probabilities of this card and of any legendary in this draw, in millionths. */
    odds: integer().notNull(),
    legendaryOdds: integer().notNull(),
    /** The cards of this game that the account drew since its last legendary, without this one. */
    cardsBefore: integer().notNull(),
    drawnAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('card_draws_card').on(table.cardId),
    index('card_draws_user').on(table.userId, table.id),
    // Read by day for the figures of the economy. Rows are in the order of time, so that a BRIN index is tiny.
    index('card_draws_drawn').using('brin', table.drawnAt).with({ autosummarize: true }),
    check('card_draws_odds', sql`${table.odds} between 1 and 1000000`),
    check('card_draws_legendary_odds', sql`${table.legendaryOdds} between 0 and 1000000`),
    check('card_draws_cards_before', sql`${table.cardsBefore} >= 0`),
  ],
);

/** What an account has played of a game. */
export const gameProgress = pgTable(
  'game_progress',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    gameId: integer().notNull(),
    playedMs: bigint({ mode: 'number' }).notNull().default(0),
    lastPlayedAt: timestamp({ withTimezone: true }),
    /** The drawn cards since the last legendary, see `docs/product.md`. */
    cardsSinceLegendary: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'game_progress_pkey', columns: [table.userId, table.gameId] }),
    check('game_progress_played', sql`${table.playedMs} >= 0`),
    check('game_progress_cards', sql`${table.cardsSinceLegendary} >= 0`),
  ],
);
