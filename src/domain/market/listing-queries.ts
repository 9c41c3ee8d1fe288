import { type SQL, sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { cardKinds, games, marketItems, users } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market.ts';
import type { MarketOrder } from '#shared/constants/market-order.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { memoizeByKey } from '../lib/cached-read.ts';
import type { RowsRead } from '../lib/rows-for-page.ts';

/** A row of the market's page; a page without items is one row that has the total alone. */
export interface ItemRow {
  total: number;
  id: string | null;
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

const value = sql.placeholder;
const count = sql.raw(String(marketConstants.countMax + 1));
type Rows = RowsRead<typeof marketConstants.pageSize>;
const limit = (rows: Rows) => sql.raw(String(rows));
/** How many listings of a scan can be paged through. */
export const scanMax = 1_000;
const deepest = sql.raw(String(scanMax));

/** What an order needs of an item, so that its index alone can answer; and that order. */
const orders: Record<MarketOrder, { columns: SQL; by: SQL }> = {
  newest: { columns: sql`item.id`, by: sql`item.id desc` },
  price: { columns: sql`item.id, item.price`, by: sql`item.price, item.id` },
};

/** Counts the rows of `counted` and shows the items of `listed`, in order. */
function shown(order: MarketOrder, total: SQL): SQL {
  return sql`select total.total, item.id, item.price::integer as price,
      item.listed_at as "listedAt", item.seller_id as "sellerId",
      seller.display_username as "sellerUsername", seller.name as "sellerName",
      kind.id as "kindId", kind.name as "kindName", kind.picture, kind.rarity,
      game.id as "gameId", game.name as "gameName"
    from (${total}) as total
    left join listed on true
    left join ${marketItems} as item on item.id = listed.id
    left join ${cardKinds} as kind on kind.id = item.kind_id
    left join ${games} as game on game.id = item.game_id
    left join ${users} as seller on seller.id = item.seller_id
    order by ${orders[order].by}`;
}

const counting = sql`select count(*)::integer as total from counted`;

/** Every listing, page by page; `countTo` is where counting stops, 0 to leave it. */
const whole = (order: MarketOrder, rows: Rows) =>
  preparedStatement<ItemRow, { offset: number; countTo: number }>(
    `market-${order}-${rows}`,
    sql`with counted as materialized (
      select from ${marketItems} limit ${value('countTo')}::integer
    ),
    listed as materialized (
      select ${orders[order].columns} from ${marketItems} as item
      order by ${orders[order].by} limit ${limit(rows)} offset ${value('offset')}::integer
    )
    ${shown(order, counting)}`,
  );

/** One listing, if it is still there. */
const one = preparedStatement<ItemRow, { itemId: string }>(
  'market-item',
  sql`with listed as materialized (
    select item.id from ${marketItems} as item where item.id = ${value('itemId')}::uuid
  )
  ${shown('newest', sql`select count(*)::integer as total from listed`)}`,
);

/** The listings of one kind, and of one game of it; each kind is read in order by an index. */
const ofKind = (inGame: boolean) =>
  inGame
    ? sql`item.kind_id = kind.id and item.game_id = ${value('gameId')}::integer`
    : sql`item.kind_id = kind.id`;

const kindsAsked = sql`unnest(${value('kindIds')}::text[]) as kind (id)`;

/**
 * The listings of some kinds: the first of each kind are enough to tell the first of all. `countTo` as
 * above.
 */
const ofKinds = (order: MarketOrder, inGame: boolean, rows: Rows) =>
  preparedStatement<
    ItemRow,
    { kindIds: string[]; gameId?: number; offset: number; countTo: number }
  >(
    `market-kinds-${order}${inGame ? '-game' : ''}-${rows}`,
    sql`with counted as materialized (
      select from ${kindsAsked} cross join lateral (
        select from ${marketItems} as item where ${ofKind(inGame)}
        limit ${value('countTo')}::integer
      ) as item
      limit ${value('countTo')}::integer
    ),
    listed as materialized (
      select item.* from ${kindsAsked} cross join lateral (
        select ${orders[order].columns} from ${marketItems} as item where ${ofKind(inGame)}
        order by ${orders[order].by} limit ${limit(rows)} + ${value('offset')}::integer
      ) as item
      order by ${orders[order].by} limit ${limit(rows)} offset ${value('offset')}::integer
    )
    ${shown(order, counting)}`,
  );

/** What a search is narrowed to besides: nothing, kinds (of a rarity), or kinds of a game. */
type Narrowed = 'no' | 'kinds' | 'game';

const narrowing: Record<Narrowed, SQL> = {
  no: sql``,
  kinds: sql`and item.kind_id = any(${value('allowedKindIds')}::text[])`,
  game: sql`and item.game_id = ${value('gameId')}::integer
    and item.kind_id = any(${value('allowedKindIds')}::text[])`,
};

/** A term is found anywhere in a username, or where the words in it begin; or no seller is sought. */
const named: Record<Found, SQL> = {
  inside: sql`seller.username like '%' || ${value('term')} || '%'`,
  start: sql`(seller.username like ${value('term')} || '%'
    or seller.username like '%-' || ${value('term')} || '%'
    or seller.username like '%\\_' || ${value('term')} || '%')`,
  nobody: sql`false`,
};

type Found = 'inside' | 'start' | 'nobody';

interface SearchValues extends Record<string, unknown> {
  /** Of a username, escaped for LIKE; empty where no seller is sought. */
  term: string;
  /** The kinds whose names have the term in them. */
  kindIds: string[];
  /** The kinds that are asked for at all. */
  allowedKindIds?: string[];
  gameId?: number;
  offset: number;
}

const isFew = sql`(select count(*) < ${count} from of_kinds)`;

/** Where no kind has the term in its name, what the sellers have is all; else the two are put together. */
const gatheredFrom: Record<'sellers' | 'both', SQL> = {
  sellers: sql`of_sellers`,
  // Whoever sells a card by the same name is found twice.
  both: sql`(
    select * from of_kinds where not ${isFew}
    union all
    select * from (
      select * from (select * from of_kinds union select * from of_sellers) as item limit ${count}
    ) as item where ${isFew}
  )`,
};

/**
 * What a term finds: listings of kinds by that name, and of sellers by that name. All are gathered and
 * put in order, unless there are more than are counted: then only the total is answered.
 */
const gathered = (
  order: MarketOrder,
  found: Found,
  narrowed: Narrowed,
  from: 'sellers' | 'both',
  rows: Rows,
) =>
  preparedStatement<ItemRow, SearchValues>(
    `market-search-${order}-${found}-${narrowed}-${from}-${rows}`,
    sql`with of_kinds as materialized (
      select item.* from ${kindsAsked} cross join lateral (
        select ${orders[order].columns} from ${marketItems} as item
        where ${ofKind(narrowed === 'game')} limit ${count}
      ) as item
      limit ${count}
    ),
    sellers as materialized (
      select seller.id from ${users} as seller where ${named[found]} and ${isFew}
    ),
    of_sellers as materialized (
      select item.* from sellers cross join lateral (
        select ${orders[order].columns} from ${marketItems} as item
        where item.seller_id = sellers.id ${narrowing[narrowed]} offset 0
      ) as item
      limit ${count}
    ),
    total as materialized (
      select count(*)::integer as total from ${gatheredFrom[from]} as item
    ),
    listed as materialized (
      select item.id from ${gatheredFrom[from]} as item
      where (select total < ${count} from total)
      order by ${orders[order].by} limit ${limit(rows)} offset ${value('offset')}::integer
    )
    ${shown(order, sql`select total from total`)}`,
  );

/**
 * The same where there are many: scanning all listings in order soon meets a page of them. How far it
 * goes is bounded.
 */
const scanned = (order: MarketOrder, found: Found, narrowed: Narrowed, rows: Rows) =>
  preparedStatement<ItemRow, SearchValues>(
    `market-scan-${order}-${found}-${narrowed}-${rows}`,
    sql`with listed as materialized (
      select * from (
        select ${orders[order].columns} from ${marketItems} as item
        join ${users} as seller on seller.id = item.seller_id
        where (item.kind_id = any(${value('kindIds')}::text[]) or ${named[found]})
          ${narrowing[narrowed]}
        order by ${orders[order].by} limit ${deepest}
      ) as item
      order by ${orders[order].by} limit ${limit(rows)} offset ${value('offset')}::integer
    )
    ${shown(order, sql`select ${count}::integer as total`)}`,
  );

export const listingQueries = {
  one,
  whole: memoizeByKey(whole),
  ofKinds: memoizeByKey((order: MarketOrder, within: 'game' | 'all', rows: Rows) =>
    ofKinds(order, within === 'game', rows),
  ),
  gathered: memoizeByKey(gathered),
  scanned: memoizeByKey(scanned),
};
