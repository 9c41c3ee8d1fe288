import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { cardKinds } from './card-sets.ts';
import { games } from './catalog.ts';

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
     * the row of `recyclings` in `recyclingId`. A row of `code_uses` has the `redeemed` card.
     */
    origin: text({ enum: ['played', 'granted', 'recycled', 'redeemed'] }).notNull(),
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
    index('cards_redeemed').on(table.createdAt).where(sql`${table.origin} = 'redeemed'`),
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
