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
import { cards } from './cards.ts';

/**
 * Trade offers between two friends. The cards stay where they are until the offer is accepted; then all of
 * them move or none. An offer is never deleted.
 */
export const tradeOffers = pgTable(
  'trade_offers',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    senderId: uuid()
      .notNull()
      .references(() => users.id),
    recipientId: uuid()
      .notNull()
      .references(() => users.id),
    /** `ended`: by the system, because of a block, an ended friendship, a suspension, a deletion or a hidden game. */
    state: text({
      enum: ['open', 'accepted', 'declined', 'withdrawn', 'countered', 'expired', 'ended'],
    })
      .notNull()
      .default('open'),
    message: text().notNull().default(''),
    /** The offer that this one is a counter-offer to. */
    counterOf: uuid(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    endsAt: timestamp({ withTimezone: true }).notNull(),
    closedAt: timestamp({ withTimezone: true }),
    /** Cents: the market values of both sides when the offer was accepted. */
    givenValue: bigint({ mode: 'number' }),
    receivedValue: bigint({ mode: 'number' }),
  },
  (table) => [
    check('trade_offers_message', sql`char_length(${table.message}) <= 1000`),
    check('trade_offers_two_people', sql`${table.senderId} <> ${table.recipientId}`),
    check('trade_offers_closed', sql`(${table.state} = 'open') = (${table.closedAt} is null)`),
    check(
      'trade_offers_values',
      sql`num_nonnulls(${table.givenValue}, ${table.receivedValue}) =
        case when ${table.state} = 'accepted' then 2 else 0 end`,
    ),
    uniqueIndex('trade_offers_counter')
      .on(table.counterOf)
      .where(sql`${table.counterOf} is not null`),
    index('trade_offers_sender').on(table.senderId, table.id),
    index('trade_offers_recipient').on(table.recipientId, table.id),
    index('trade_offers_incoming').on(table.recipientId).where(sql`${table.state} = 'open'`),
    index('trade_offers_outgoing').on(table.senderId).where(sql`${table.state} = 'open'`),
    index('trade_offers_ends').on(table.endsAt).where(sql`${table.state} = 'open'`),
  ],
);

/** The cards of an offer as kinds and numbers of copies; the copies are chosen when it is accepted. */
export const tradeOfferCards = pgTable(
  'trade_offer_cards',
  {
    offerId: uuid()
      .notNull()
      .references(() => tradeOffers.id),
    /** `given`: by the sender; `wanted`: from the recipient. */
    side: text({ enum: ['given', 'wanted'] }).notNull(),
    gameId: integer().notNull(),
    kindId: text().notNull(),
    copies: integer().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'trade_offer_cards_pkey',
      columns: [table.offerId, table.side, table.gameId, table.kindId],
    }),
    check('trade_offer_cards_copies', sql`${table.copies} between 1 and 10`),
  ],
);

/** The cards that accepted offers moved, stored for good: with the sales, they are the history of a card. */
export const tradedCards = pgTable(
  'traded_cards',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    offerId: uuid()
      .notNull()
      .references(() => tradeOffers.id),
    cardId: uuid()
      .notNull()
      .references(() => cards.id),
    gameId: integer().notNull(),
    kindId: text().notNull(),
    fromId: uuid().notNull(),
    toId: uuid().notNull(),
    tradedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('traded_cards_once').on(table.offerId, table.cardId),
    index('traded_cards_card').on(table.cardId, table.id),
    // Read by day for the figures of the economy. Rows are in the order of time, so that a BRIN index is tiny.
    index('traded_cards_traded').using('brin', table.tradedAt).with({ autosummarize: true }),
    check('traded_cards_two_people', sql`${table.fromId} <> ${table.toId}`),
  ],
);
