import { integer, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { gameGroupPrices, gamePrices, gameSales } from './prices.ts';

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
    /** The own price that it cost; null if it was bought for `GAME_PRICE`, in a sale or as a member. */
    priceId: uuid().references(() => gamePrices.id),
    /** The sale in which it was bought. */
    saleId: uuid().references(() => gameSales.id),
    /** The price for the members of a group that it cost. */
    groupPriceId: uuid().references(() => gameGroupPrices.id),
  },
  (table) => [primaryKey({ name: 'owned_games_pkey', columns: [table.userId, table.gameId] })],
);
