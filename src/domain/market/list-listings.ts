import { and, eq } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { marketSales } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import type { MarketQuery } from '#shared/schemas/market.ts';
import type { Ctx } from '../context.ts';
import { pageCount } from '../lib/page-count.ts';
import { rowsFor } from '../lib/rows-for-page.ts';
import { createTtlCache } from '../lib/ttl-cache.ts';
import { readListingFilter } from './listing-filter.ts';
import { type ItemRow, listingQueries, scanMax } from './listing-queries.ts';

/** A listing as the market shows it. */
export interface MarketListing {
  id: string;
  kind: { id: string; name: string; picture: string; rarity: Rarity };
  game: { id: number; name: string };
  /** Cents. */
  price: number;
  /** `username` as typed. */
  seller: { username: string; name: string };
  /** Whether whoever asks sells it. */
  own: boolean;
  listedAt: Date;
}

export interface MarketPage {
  items: MarketListing[];
  /** How many match; `market.countMax` + 1 stands for more than `market.countMax`. */
  total: number;
  /** How many pages can be asked for, at least one. */
  pages: number;
}

type ReadCtx = Pick<Ctx, 'db' | 'clock' | 'actor'>;

/**
 * A page of the open listings, the newest or the cheapest first. Listings that cost the same follow one
 * another by their ids, so that pages neither repeat nor miss one.
 */
export async function listListings(ctx: ReadCtx, query: MarketQuery): Promise<MarketPage> {
  const offset = Math.min((query.page - 1) * query.perPage, marketConstants.countMax);
  const { rows, deepest } = await read(ctx, query, offset);
  const total = rows[0]?.total ?? 0;
  return {
    items: rows
      .slice(0, query.perPage)
      .flatMap((row) => (row.id === null ? [] : [itemOf(row, row.id, ctx.actor?.id)])),
    total,
    pages: pageCount(total, query.perPage, deepest),
  };
}

/** A listing, or null when it is sold, taken back, or at a new price. */
export async function getListing(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  itemId: string,
): Promise<MarketListing | null> {
  const [row] = await listingQueries.one(ctx.db, { itemId });
  return row?.id ? itemOf(row, row.id, ctx.actor?.id) : null;
}

/** Whether who asks bought the listing `itemId`. */
export async function hasBought(ctx: Pick<Ctx, 'db' | 'actor'>, itemId: string): Promise<boolean> {
  const { actor } = ctx;
  if (!actor) return false;
  const [sale] = await ctx.db
    .select({ id: marketSales.id })
    .from(marketSales)
    .where(and(eq(marketSales.itemId, itemId), eq(marketSales.buyerId, actor.id)));
  return sale !== undefined;
}

interface Read {
  rows: ItemRow[];
  /** How many items can be paged through. */
  deepest: number;
}

async function read(ctx: ReadCtx, query: MarketQuery, offset: number): Promise<Read> {
  const { q, game, rarity, order, perPage } = query;
  const size = rowsFor(perPage, marketConstants.pageSize);
  const many = manyOf(ctx, query);
  const countTo = many.known ? 0 : marketConstants.countMax + 1;
  const counted = (rows: ItemRow[]): Read => {
    if (rows[0]?.total === marketConstants.countMax + 1) many.remember();
    const total = marketConstants.countMax + 1;
    return {
      rows: many.known ? rows.map((row) => ({ ...row, total })) : rows,
      deepest: marketConstants.countMax,
    };
  };
  if (!q && game === null && rarity === null) {
    return counted(await listingQueries.whole(order, size)(ctx.db, { offset, countTo }));
  }
  const { kindIds, allowedKindIds, sellers } = await readListingFilter(ctx, query);
  const within = game === null ? {} : { gameId: game };
  // In a game no index has the newest of a kind first.
  if (!sellers && (game === null || order === 'price')) {
    const statement = listingQueries.ofKinds(order, game === null ? 'all' : 'game', size);
    return counted(await statement(ctx.db, { kindIds, ...within, offset, countTo }));
  }
  const narrowed = game !== null ? 'game' : rarity !== null ? 'kinds' : 'no';
  const values = {
    term: sellers?.term ?? '',
    kindIds,
    ...(narrowed === 'no' ? {} : { allowedKindIds }),
    ...within,
    offset,
  };
  const found = sellers?.found ?? 'nobody';
  if (!many.known) {
    const rows = await listingQueries.gathered(
      order,
      found,
      narrowed,
      kindIds.length === 0 ? 'sellers' : 'both',
      size,
    )(ctx.db, values);
    if ((rows[0]?.total ?? 0) <= marketConstants.countMax)
      return { rows, deepest: marketConstants.countMax };
    many.remember();
  }
  const rows = await listingQueries.scanned(
    order,
    found,
    narrowed,
    size,
  )(ctx.db, {
    ...values,
    offset: Math.min(offset, (Math.ceil(scanMax / perPage) - 1) * perPage),
  });
  return { rows, deepest: scanMax };
}

/** How long what many listings match is not counted again. */
const remembered = { ms: 60_000, max: 2_000 };
const memories = new WeakMap<Database, ReturnType<typeof createTtlCache>>();

/**
 * Whether a query is known to find more than are counted: the most costly to learn of a page, and what
 * changes least.
 */
function manyOf({ db, clock }: ReadCtx, { q, game, rarity }: MarketQuery) {
  const name = JSON.stringify([q.toLowerCase(), game, rarity]);
  const memory = memories.get(db) ?? createTtlCache(clock, remembered);
  memories.set(db, memory);
  return { known: memory.has(name), remember: () => memory.set(name, true) };
}

function itemOf(row: ItemRow, id: string, readerId: string | undefined): MarketListing {
  return {
    id,
    kind: { id: row.kindId, name: row.kindName, picture: row.picture, rarity: row.rarity },
    game: { id: row.gameId, name: row.gameName },
    price: row.price,
    seller: { username: row.sellerUsername, name: row.sellerName },
    own: row.sellerId === readerId,
    listedAt: row.listedAt,
  };
}
