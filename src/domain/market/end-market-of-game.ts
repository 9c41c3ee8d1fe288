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

const withdraw = prepareStatement<{ sellerId: string; withdrawn: number }, { gameId: number }>(
  'withdraw-listings-of-game',
  { sellerId: uuid, withdrawn: integer },
  sql`with closed as (
      delete from ${marketListings} where game_id = ${gameId} returning card_id, seller_id
    ),
    returned as (
      update ${cards} as card set state = 'held' from closed where card.id = closed.card_id
      returning card.id, closed.seller_id
    )
    select seller_id as "sellerId", count(*)::integer as withdrawn from returned
    group by seller_id order by seller_id`,
);

/** The market of a game's cards, locked by one transaction. */
export interface LockedMarket {
  gameId: number;
  /** The accounts with open orders. */
  buyerIds: string[];
}

/**
 * Until the transaction ends, nobody can add listings, buy orders or trade offers for cards of the game. It also locks
 * the wallets of the buyers and the accounts of the sellers. It must come before all other locks.
 */
export async function lockMarketOfGame(tx: Transaction, gameId: number): Promise<LockedMarket> {
  await lockTradingOf(tx, [gameId]);
  const buyers = await lockBuyers(tx, { gameId });
  await lockSellers(tx, { gameId });
  return { gameId, buyerIds: buyers.map(({ buyerId }) => buyerId) };
}

/**
 * Ends all open orders for cards of the game and returns their money. Withdraws all its listings and returns their
 * cards. The caller has locked the market (`lockMarketOfGame`), and ended the trade offers before.
 */
export async function endMarketOfGame(
  tx: Queryable,
  { gameId, buyerIds }: LockedMarket,
  at: Date,
): Promise<EndedMarket> {
  const buyers: EndedMarket['buyers'] = [];
  for (const userId of buyerIds) {
    const order = { buyerId: userId, gameId, state: 'cancelled', at } as const;
    const { ended, returned } = await endOrders(tx, order);
    if (ended > 0) buyers.push({ userId, orders: ended, returned });
  }
  const rows = await withdraw(tx, { gameId });
  return {
    buyers,
    sellers: rows.map(({ sellerId, withdrawn }) => ({ userId: sellerId, listings: withdrawn })),
  };
}

/** What has ended, by account. */
export interface EndedMarket {
  /** `returned` is the money that was still set aside for the orders, in cents. */
  buyers: { userId: string; orders: number; returned: number }[];
  sellers: { userId: string; listings: number }[];
}
