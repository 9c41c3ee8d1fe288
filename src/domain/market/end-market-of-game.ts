import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { integer, uuid } from '#database/column-types.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { cards, marketListings, marketOrders, users, wallets } from '#database/schema.ts';
import { lockTradingOf } from './orders/book-lock.ts';
import { endOrders } from './orders/end-orders.ts';

const gameId = sql`${sql.placeholder('gameId')}::integer`;

const lockBuyers = prepareStatement<{ buyerId: string }, { gameId: number }>(
  'lock-buyers-of-game',
  { buyerId: uuid },
  sql`select wallet.user_id as "buyerId" from ${wallets} as wallet
    where wallet.user_id in (
      select buyer_id from ${marketOrders} where game_id = ${gameId} and state = 'open')
    order by wallet.user_id for update`,
);

const lockSellers = prepareStatement<{ sellerId: string }, { gameId: number }>(
  'lock-sellers-of-game',
  { sellerId: uuid },
  sql`select account.id as "sellerId" from ${users} as account
    where account.id in (select seller_id from ${marketListings} where game_id = ${gameId})
    order by account.id for no key update`,
);

const withdraw = prepareStatement<{ withdrawn: number }, { gameId: number }>(
  'withdraw-listings-of-game',
  { withdrawn: integer },
  sql`with closed as (
      delete from ${marketListings} where game_id = ${gameId} returning card_id
    ),
    returned as (
      update ${cards} as card set state = 'held' from closed where card.id = closed.card_id
      returning card.id
    )
    select count(*)::integer as withdrawn from returned`,
);

/** The market of a game's cards, locked by one transaction. */
export interface LockedMarket {
  gameId: number;
  /** The accounts with open orders. */
  buyerIds: string[];
}

/**
 * Keeps listings, buy orders and trade offers for cards of a game from being added until the transaction ends,
 * and locks the wallets of the buyers and the accounts of the sellers. It must come before all other locks.
 */
export async function lockMarketOfGame(tx: Transaction, gameId: number): Promise<LockedMarket> {
  await lockTradingOf(tx, gameId);
  const buyers = await lockBuyers(tx, { gameId });
  await lockSellers(tx, { gameId });
  return { gameId, buyerIds: buyers.map(({ buyerId }) => buyerId) };
}

/**
 * Ends all open orders for cards of the game, whose money returns, and withdraws all its listings, whose cards
 * return. The caller has locked the market (`lockMarketOfGame`), and ended the trade offers before.
 */
export async function endMarketOfGame(
  tx: Queryable,
  { gameId, buyerIds }: LockedMarket,
  at: Date,
): Promise<{ orders: number; listings: number }> {
  let orders = 0;
  for (const buyerId of buyerIds) {
    orders += (await endOrders(tx, { buyerId, gameId, state: 'cancelled', at })).ended;
  }
  const [row] = await withdraw(tx, { gameId });
  return { orders, listings: row?.withdrawn ?? 0 };
}
