import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  type ColumnTypes,
  integer,
  nullable,
  text,
  uuid,
} from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { marketListings, marketOrders, wallets } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import type { Ctx } from '../../context.ts';
import type { CurrentRules } from '../../site/current-rules.ts';
import type { OrderListingPair } from './choose-fills.ts';
import { joinTraders, mayTrade, type PossibleTrade, tradeLimits } from './trade-conditions.ts';

const value = sql.placeholder;

/** At most so many trades are made in one transaction. */
export const fillsMax = 20;
/** For a new order, so many listings are read in addition, because some are sold before they are locked. */
const spareListings = 2;
/** The most listings that are read for a new order. */
export const countListingsRead = (quantity: number) => Math.min(quantity + spareListings, fillsMax);
/** So many of the cheapest listings are read for a new order, because some are of sellers that it skips. */
export const cheapestRead = 2 * fillsMax;
/** At most so many pairs of a whole book are read at once. */
const bookPairsMax = 400;

/** The values of a statement that depend on the time and the settings. */
interface TimeValues extends Record<string, unknown> {
  now: Date;
  newSince: Date;
  day: string;
  feePercent: number;
}

/** What the values are made of: with the rules that count now, see `withCurrentRules`. */
export type MatchingRules = Pick<Ctx, 'clock'> & { rules: CurrentRules };

export function toTimeValues({ clock, rules }: MatchingRules): TimeValues {
  const now = clock.now();
  return {
    now,
    newSince: new Date(now.getTime() - marketConstants.firstDayMs),
    day: utcDay(now),
    feePercent: rules.marketFeePercent,
  };
}

/** The values of a statement about new listings of one account. Prices in cents. */
export function toListingValues(
  ctx: MatchingRules,
  userId: string,
  offers: readonly { gameId: number; kindId: string; price: number }[],
): ListingValues {
  const rows = offers.map(({ gameId, kindId, price }) => ({
    game_id: gameId,
    kind_id: kindId,
    price,
  }));
  return { ...toTimeValues(ctx), userId, offers: JSON.stringify(rows) };
}

const openOrders = sql`(select * from ${marketOrders}
  where state = 'open' and ends_at > ${value('now')}::timestamptz)`;
/** The order of the values, with an id or without one while it is not stored. */
const newOrder = (id: SQL) => sql`(select ${id} as id, ${value('userId')}::uuid as buyer_id,
  ${value('gameId')}::integer as game_id, ${value('kindId')}::text as kind_id,
  ${value('price')}::bigint as price, ${value('quantity')}::integer as remaining)`;
/**
 * The cheapest listings that a new order meets. The limit keeps the joins small and lets the planner use the
 * order of the index, also in a plan for all values.
 */
const selectCheapest = (
  most: number,
) => sql`(select id, seller_id, game_id, kind_id, price from ${marketListings}
  where game_id = ${value('gameId')}::integer and kind_id = ${value('kindId')}::text
    and price <= ${value('price')}::bigint and seller_id <> ${value('userId')}::uuid
  order by price, id limit ${sql.raw(String(most))})`;
export const cheapestListings = selectCheapest(cheapestRead);
/** Listings of one seller that are not stored yet, or are stored in this transaction; one for each price. */
const newListings = sql`(select null::uuid as id, ${value('userId')}::uuid as seller_id, offer.*
  from jsonb_to_recordset(${value('offers')}::jsonb)
    as offer (game_id integer, kind_id text, price bigint))`;
/** Of a listing and an order that both stand, the one that has stood longer at its price was there first. */
const earlierPrice = sql`(case when (coalesce(item.priced_at, item.listed_at), item.id)
  < (placed.placed_at, placed.id) then item.price else placed.price end)`;

/**
 * The open orders that a listing `item` meets, for `cross join lateral`. `offset 0` keeps the planner from joining
 * it as a table: it expects many offered cards and would read all open orders of the site for each statement.
 */
const ordersOfListing = sql`(select * from ${openOrders} as opened
  where opened.game_id = item.game_id and opened.kind_id = item.kind_id and opened.price >= item.price
  offset 0)`;

interface PairSource {
  /** The pairs of orders `placed` and listings `item`, of one card each. */
  pairs: SQL;
  price: SQL;
  limit: SQL;
  /** The best order first, and for it the cheapest listing, if this is not given. */
  order?: SQL;
  where?: SQL;
  /** Skips listings that other transactions are withdrawing, and locks the others. */
  lock?: boolean;
}

function selectPairs({ pairs, price, limit, order, where, lock }: PairSource): SQL {
  const trade: PossibleTrade = {
    buyerId: sql`placed.buyer_id`,
    sellerId: sql`item.seller_id`,
    gameId: sql`placed.game_id`,
    kindId: sql`placed.kind_id`,
    price,
    feePercent: sql`${value('feePercent')}::bigint`,
    now: sql`${value('now')}::timestamptz`,
    newSince: sql`${value('newSince')}::timestamptz`,
    day: sql`${value('day')}::text`,
  };
  return sql`select placed.id as "orderId", placed.buyer_id as "buyerId",
      placed.price::integer as "orderPrice", placed.remaining, item.id as "itemId",
      item.seller_id as "sellerId", ${price}::integer as price, placed.game_id as "gameId",
      placed.kind_id as "kindId", item.price::integer as "itemPrice", ${tradeLimits(trade)}
    from ${pairs}
    ${lock ? sql`join ${marketListings} as listing on listing.id = item.id` : sql``}
    ${joinTraders(trade)}
    where ${mayTrade(trade)} ${where ?? sql``}
    order by ${order ?? sql`placed.price desc nulls last, placed.id, item.price, item.id`}
    limit ${limit}
    ${lock ? sql`for update of listing skip locked` : sql``}`;
}

const joinCards = (orders: SQL, listings: SQL) => sql`${orders} as placed
  join ${listings} as item on item.game_id = placed.game_id and item.kind_id = placed.kind_id
    and item.price <= placed.price`;
const forNewOrder: PairSource = {
  pairs: joinCards(newOrder(sql`null::uuid`), cheapestListings),
  price: sql`item.price`,
  limit: sql`least(${value('quantity')}::integer + ${sql.raw(String(spareListings))},
    ${sql.raw(String(fillsMax))})`,
  // There is one order, so this is the order of the listings, and only the first are joined.
  order: sql`item.price, item.id`,
};
const forNewListings: PairSource = {
  pairs: sql`${newListings} as item cross join lateral ${ordersOfListing} as placed`,
  price: sql`placed.price`,
  limit: sql.raw(String(fillsMax)),
};
const forBook: PairSource = {
  pairs: joinCards(openOrders, sql`${marketListings}`),
  price: earlierPrice,
  limit: sql.raw(String(bookPairsMax)),
  where: sql`and placed.game_id = ${value('gameId')}::integer and placed.kind_id = ${value('kindId')}::text`,
};

/** A pair as it is read. `itemId` is null for listings that are only offered. */
export interface FoundPair extends Omit<OrderListingPair, 'itemId'> {
  itemId: string | null;
  gameId: number;
  kindId: string;
  itemPrice: number;
}

export const pairColumns: ColumnTypes<FoundPair> = {
  orderId: uuid,
  buyerId: uuid,
  orderPrice: integer,
  remaining: integer,
  itemId: nullable(uuid),
  sellerId: uuid,
  price: integer,
  gameId: integer,
  kindId: text,
  itemPrice: integer,
  pairTrades: integer,
  pairTraded: boolean,
  pairCents: integer,
  buyerCents: nullable(integer),
  sellerCents: nullable(integer),
  sellerGain: nullable(integer),
  buyerGain: nullable(integer),
  cardValue: integer,
  sellerRoom: integer,
};

export interface OrderValues extends TimeValues {
  userId: string;
  gameId: number;
  kindId: string;
  price: number;
  quantity: number;
}

export interface ListingValues extends TimeValues {
  userId: string;
  /** JSON of an array of `{game_id, kind_id, price}`. */
  offers: string;
}

export interface BookValues extends TimeValues {
  gameId: number;
  kindId: string;
}

/**
 * Selects the listings that a new order buys at once, and locks them. `id` is the id of the order. Run it with
 * the wallets locked.
 */
export const selectListingsForOrder = (id: SQL) =>
  selectPairs({ ...forNewOrder, pairs: joinCards(newOrder(id), cheapestListings), lock: true });

/** So few that the planner reads them in the order of the index; with more it sorts the whole book. */
const firstRead = 6;

/**
 * The listing that an order of one copy buys first. It is not locked, and the order is not stored. Not found if
 * the order skips the first six.
 */
export const selectFirstListing = selectPairs({
  ...forNewOrder,
  pairs: joinCards(newOrder(sql`null::uuid`), selectCheapest(firstRead)),
  limit: sql`1`,
});

/** The orders that buy new listings at once, or would buy them. */
export const findOrdersForListings = prepareStatement<FoundPair, ListingValues>(
  'orders-for-listings',
  pairColumns,
  selectPairs(forNewListings),
);

/** The order that buys the first copy of a new listing. */
export const selectFirstOrder = selectPairs({ ...forNewListings, limit: sql`1` });

/** The orders and listings of a whole book that may trade with each other, with the listings locked. */
export const findPairsOfBook = prepareStatement<FoundPair, BookValues>(
  'pairs-of-book',
  pairColumns,
  selectPairs({ ...forBook, lock: true }),
);

/** A wallet that was locked; null without one. */
interface LockedWallet {
  userId: string | null;
  /** Whether the actor's own order and listing would cross. */
  ownCrosses: boolean;
}

/**
 * Locks the wallets of all accounts that can trade, in the order of their ids, and those that `always`
 * selects. The facts may change while it waits, so they are read again after it.
 */
function lockWalletsOf(source: PairSource, always: SQL, ownCrosses: SQL): SQL {
  return sql`with found as materialized (${selectPairs(source)}),
    held as materialized (
      select wallet.user_id from ${wallets} as wallet
      where wallet.user_id in (
        select "buyerId" from found union select "sellerId" from found union ${always})
      order by wallet.user_id for update
    )
    select held.user_id as "userId", own.crosses as "ownCrosses"
    from (select ${ownCrosses} as crosses) as own left join held on true`;
}

const lockedColumns: ColumnTypes<LockedWallet> = { userId: nullable(uuid), ownCrosses: boolean };

/** Whether a new order meets a listing of its own buyer. */
export const ownListingCrosses = sql`exists (select from ${marketListings} as own
  where own.seller_id = ${value('userId')}::uuid and own.game_id = ${value('gameId')}::integer
    and own.kind_id = ${value('kindId')}::text and own.price <= ${value('price')}::bigint)`;

/** Locks the buyer's wallet and those of the sellers from whom a new order buys at once. */
export const lockWalletsForOrder = prepareStatement<LockedWallet, OrderValues>(
  'lock-wallets-for-order',
  lockedColumns,
  lockWalletsOf(forNewOrder, sql`select ${value('userId')}::uuid`, ownListingCrosses),
);

/** Whether new listings meet an order of their own seller. */
export const ownOrderCrosses = sql`exists (select from ${newListings} as offer
  join ${marketOrders} as own
    on own.game_id = offer.game_id and own.kind_id = offer.kind_id and own.price >= offer.price
  where own.buyer_id = ${value('userId')}::uuid and own.state = 'open'
    and own.ends_at > ${value('now')}::timestamptz)`;

/** Locks the wallets of a seller and of the buyers that buy its new listings at once; none without buyers. */
export const lockWalletsForListings = prepareStatement<LockedWallet, ListingValues>(
  'lock-wallets-for-listings',
  lockedColumns,
  lockWalletsOf(forNewListings, sql`select null::uuid`, ownOrderCrosses),
);

/** Locks the wallets of all accounts that can trade in a book. */
export const lockWalletsForBook = prepareStatement<LockedWallet, BookValues>(
  'lock-wallets-for-book',
  lockedColumns,
  lockWalletsOf(forBook, sql`select null::uuid`, sql`false`),
);
