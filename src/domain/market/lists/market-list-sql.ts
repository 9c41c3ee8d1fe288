import { type SQL, sql } from 'drizzle-orm';
import {
  type ColumnTypes,
  integer,
  type LeftJoined,
  leftJoined,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { cardKinds, games, marketListings, users } from '#database/schema.ts';
import { type MarketOrder, marketConstants } from '#shared/constants/market/market.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { selectCardPicture } from '../../card-sets/card-picture.ts';
import { memoizeByKey } from '../../lib/memoize-by-key.ts';
import type { PageRowLimit } from '../../lib/page-row-limit.ts';

/** A listing with its card and seller. */
export interface SelectedListing {
  id: string;
  price: number;
  listedAt: Date;
  sellerId: string;
  sellerUsername: string;
  sellerName: string;
  kindId: string;
  kindName: string;
  picture: string;
  rarity: Rarity;
  gameId: number;
  gameName: string;
}

/** A row of a page of listings. An empty page is one row that has only the total. */
export type ListingRow = LeftJoined<SelectedListing> & { total: number };

const columns: ColumnTypes<ListingRow> = {
  total: integer,
  ...leftJoined<SelectedListing>({
    id: uuid,
    price: integer,
    listedAt: timestamptz,
    sellerId: uuid,
    sellerUsername: text,
    sellerName: text,
    kindId: text,
    kindName: text,
    picture: text,
    rarity: oneOf(rarities),
    gameId: integer,
    gameName: text,
  }),
};

const value = sql.placeholder;
/** Counting stops here; the value means more than `marketConstants.countMax`. */
const countLimit = sql.raw(String(marketConstants.countMax + 1));
type Rows = PageRowLimit<typeof marketConstants.pageSize>;
const limit = (rows: Rows) => sql.raw(String(rows));
/** How many listings found by a scan can be paged through. */
export const scannedListingsMax = 1_000;
const scanLimit = sql.raw(String(scannedListingsMax));

/** Each order's columns, which are all in one index, and its ORDER BY clause. */
const orders: Record<MarketOrder, { columns: SQL; by: SQL }> = {
  newest: { columns: sql`item.id`, by: sql`item.id desc` },
  price: { columns: sql`item.id, item.price`, by: sql`item.price, item.id` },
};

/** Selects the total and the listings of the CTE `listed`, in order. */
function selectPage(order: MarketOrder, total: SQL): SQL {
  return sql`select total.total, item.id, item.price::integer as price,
      item.listed_at as "listedAt", item.seller_id as "sellerId",
      seller.display_username as "sellerUsername", seller.name as "sellerName",
      kind.id as "kindId", kind.name as "kindName",
      ${selectCardPicture(sql`game.id`, sql`kind.picture`)} as picture, kind.rarity,
      game.id as "gameId", game.name as "gameName"
    from (${total}) as total
    left join listed on true
    left join ${marketListings} as item on item.id = listed.id
    left join ${cardKinds} as kind on kind.id = item.kind_id
    left join ${games} as game on game.id = item.game_id
    left join ${users} as seller on seller.id = item.seller_id
    order by ${orders[order].by}`;
}

const countedTotal = sql`select count(*)::integer as total from counted`;

/** A page of all listings. Counting stops at `countTo`; 0 means no counting. */
const all = (order: MarketOrder, rows: Rows) =>
  prepareStatement<ListingRow, { offset: number; countTo: number }>(
    `market-${order}-${rows}`,
    columns,
    sql`with counted as materialized (
      select from ${marketListings} limit ${value('countTo')}::integer
    ),
    listed as materialized (
      select ${orders[order].columns} from ${marketListings} as item
      order by ${orders[order].by} limit ${limit(rows)} offset ${value('offset')}::integer
    )
    ${selectPage(order, countedTotal)}`,
  );

/** One open listing. */
const one = prepareStatement<ListingRow, { itemId: string }>(
  'market-item',
  columns,
  sql`with listed as materialized (
    select item.id from ${marketListings} as item where item.id = ${value('itemId')}::uuid
  )
  ${selectPage('newest', sql`select count(*)::integer as total from listed`)}`,
);

/** The condition for the listings of a kind (in one game). An index reads each kind in order. */
const isOfKind = (inGame: boolean) =>
  inGame
    ? sql`item.kind_id = kind.id and item.game_id = ${value('gameId')}::integer`
    : sql`item.kind_id = kind.id`;

const requestedKinds = sql`unnest(${value('kindIds')}::text[]) as kind (id)`;

/**
 * A page of the listings of some kinds. It reads only the first listings of each kind, which include the
 * first ones of all. `countTo` as above.
 */
const ofKinds = (order: MarketOrder, inGame: boolean, rows: Rows) =>
  prepareStatement<
    ListingRow,
    { kindIds: string[]; gameId?: number; offset: number; countTo: number }
  >(
    `market-kinds-${order}${inGame ? '-game' : ''}-${rows}`,
    columns,
    sql`with counted as materialized (
      select from ${requestedKinds} cross join lateral (
        select from ${marketListings} as item where ${isOfKind(inGame)}
        limit ${value('countTo')}::integer
      ) as item
      limit ${value('countTo')}::integer
    ),
    listed as materialized (
      select item.* from ${requestedKinds} cross join lateral (
        select ${orders[order].columns} from ${marketListings} as item where ${isOfKind(inGame)}
        order by ${orders[order].by} limit ${limit(rows)} + ${value('offset')}::integer
      ) as item
      order by ${orders[order].by} limit ${limit(rows)} offset ${value('offset')}::integer
    )
    ${selectPage(order, countedTotal)}`,
  );

/** How else a search is narrowed: not at all, to kinds (of a rarity), or to kinds in one game. */
type Narrowing = 'no' | 'kinds' | 'game';

const narrowingConditions: Record<Narrowing, SQL> = {
  no: sql``,
  kinds: sql`and item.kind_id = any(${value('allowedKindIds')}::text[])`,
  game: sql`and item.game_id = ${value('gameId')}::integer
    and item.kind_id = any(${value('allowedKindIds')}::text[])`,
};

/** Whether the term must be anywhere in a username or at the start of one of its words; or no seller matches. */
const sellerConditions: Record<SellerMatch, SQL> = {
  inside: sql`seller.username like '%' || ${value('term')} || '%'`,
  start: sql`(seller.username like ${value('term')} || '%'
    or seller.username like '%-' || ${value('term')} || '%'
    or seller.username like '%\\_' || ${value('term')} || '%')`,
  nobody: sql`false`,
};

type SellerMatch = 'inside' | 'start' | 'nobody';

interface SearchValues extends Record<string, unknown> {
  /** The search term for usernames, escaped for LIKE; empty if no seller can match. */
  term: string;
  /** The kinds whose names match the term. */
  kindIds: string[];
  /** The kinds of the requested rarity. */
  allowedKindIds?: string[];
  gameId?: number;
  offset: number;
}

const hasFewOfKinds = sql`(select count(*) < ${countLimit} from of_kinds)`;

/** All matches: those of the sellers, or of both kinds and sellers. */
const matchSources: Record<'sellers' | 'both', SQL> = {
  sellers: sql`of_sellers`,
  // A listing can match by its kind and by its seller; the union removes duplicates.
  both: sql`(
    select * from of_kinds where not ${hasFewOfKinds}
    union all
    select * from (
      select * from (select * from of_kinds union select * from of_sellers) as item limit ${countLimit}
    ) as item where ${hasFewOfKinds}
  )`,
};

/**
 * Search: the listings of kinds and sellers whose names match. All matches are materialized and sorted. If
 * there are more than are counted, only the total is returned.
 */
const materialized = (
  order: MarketOrder,
  sellerMatch: SellerMatch,
  narrowing: Narrowing,
  from: 'sellers' | 'both',
  rows: Rows,
) =>
  prepareStatement<ListingRow, SearchValues>(
    `market-search-${order}-${sellerMatch}-${narrowing}-${from}-${rows}`,
    columns,
    sql`with of_kinds as materialized (
      select item.* from ${requestedKinds} cross join lateral (
        select ${orders[order].columns} from ${marketListings} as item
        where ${isOfKind(narrowing === 'game')} limit ${countLimit}
      ) as item
      limit ${countLimit}
    ),
    sellers as materialized (
      select seller.id from ${users} as seller where ${sellerConditions[sellerMatch]} and ${hasFewOfKinds}
    ),
    of_sellers as materialized (
      select item.* from sellers cross join lateral (
        select ${orders[order].columns} from ${marketListings} as item
        where item.seller_id = sellers.id ${narrowingConditions[narrowing]} offset 0
      ) as item
      limit ${countLimit}
    ),
    total as materialized (
      select count(*)::integer as total from ${matchSources[from]} as item
    ),
    listed as materialized (
      select item.id from ${matchSources[from]} as item
      where (select total < ${countLimit} from total)
      order by ${orders[order].by} limit ${limit(rows)} offset ${value('offset')}::integer
    )
    ${selectPage(order, sql`select total from total`)}`,
  );

/**
 * Search with very many matches: scans the listings in order, which finds a page of matches soon. The scan
 * ends after `scannedListingsMax` matches.
 */
const scanned = (order: MarketOrder, sellerMatch: SellerMatch, narrowing: Narrowing, rows: Rows) =>
  prepareStatement<ListingRow, SearchValues>(
    `market-scan-${order}-${sellerMatch}-${narrowing}-${rows}`,
    columns,
    sql`with listed as materialized (
      select * from (
        select ${orders[order].columns} from ${marketListings} as item
        join ${users} as seller on seller.id = item.seller_id
        where (item.kind_id = any(${value('kindIds')}::text[]) or ${sellerConditions[sellerMatch]})
          ${narrowingConditions[narrowing]}
        order by ${orders[order].by} limit ${scanLimit}
      ) as item
      order by ${orders[order].by} limit ${limit(rows)} offset ${value('offset')}::integer
    )
    ${selectPage(order, sql`select ${countLimit}::integer as total`)}`,
  );

export const listingQueries = {
  one,
  all: memoizeByKey(all),
  ofKinds: memoizeByKey((order: MarketOrder, within: 'game' | 'all', rows: Rows) =>
    ofKinds(order, within === 'game', rows),
  ),
  materialized: memoizeByKey(materialized),
  scanned: memoizeByKey(scanned),
};
