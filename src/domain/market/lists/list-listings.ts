import { and, eq } from 'drizzle-orm';
import { marketSales } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import type { MarketQuery } from '#shared/schemas/market/market.ts';
import type { Ctx } from '../../context.ts';
import { countPages } from '../../lib/page-count.ts';
import { chooseRowLimit } from '../../lib/page-row-limit.ts';
import { planSearch } from '../../lib/search/plan-search.ts';
import { requirePart } from '../../site/site-parts.ts';
import { readListingFilter } from './listing-filter.ts';
import {
  type ListingRow,
  listingQueries,
  type SelectedListing,
  scannedListingsMax,
} from './market-list-sql.ts';

/** A listing as the market shows it. */
export interface MarketListing {
  id: string;
  kind: { id: string; name: string; picture: string; rarity: Rarity };
  game: { id: number; name: string };
  /** Cents. */
  price: number;
  /** `username` as typed at registration. */
  seller: { username: string; name: string };
  /** Whether the actor is the seller. */
  own: boolean;
  listedAt: Date;
}

export interface MarketPage {
  items: MarketListing[];
  /** How many listings match; `marketConstants.countMax` + 1 means more than `countMax`. */
  total: number;
  /** How many pages can be requested, at least one. */
  pages: number;
}

type ReadCtx = Pick<Ctx, 'db' | 'actor' | 'market' | 'clock' | 'readCache'>;

/**
 * A page of the open listings, the newest or the cheapest first. Ties are ordered by id, so that pages
 * neither repeat nor miss a listing.
 */
export async function listListings(ctx: ReadCtx, query: MarketQuery): Promise<MarketPage> {
  await requirePart(ctx, 'market');
  const offset = Math.min((query.page - 1) * query.perPage, marketConstants.countMax);
  const { rows, reachable } = await readRows(ctx, query, offset);
  const total = rows[0]?.total ?? 0;
  return {
    items: rows
      .slice(0, query.perPage)
      .flatMap((row) => (row.id === null ? [] : [toListing(row, ctx.actor?.id)])),
    total,
    pages: countPages(total, query.perPage, reachable),
  };
}

/** An open listing; null if it was sold, withdrawn or repriced. */
export async function getListing(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  itemId: string,
): Promise<MarketListing | null> {
  const [row] = await listingQueries.one(ctx.db, { itemId });
  return row && row.id !== null ? toListing(row, ctx.actor?.id) : null;
}

/** Whether the actor bought the listing `itemId`; false for a visitor. */
export async function hasBoughtListing(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  itemId: string,
): Promise<boolean> {
  const { actor } = ctx;
  if (!actor) return false;
  const [sale] = await ctx.db
    .select({ id: marketSales.id })
    .from(marketSales)
    .where(and(eq(marketSales.itemId, itemId), eq(marketSales.buyerId, actor.id)));
  return sale !== undefined;
}

interface ReadResult {
  rows: ListingRow[];
  /** How many listings can be paged through. */
  reachable: number;
}

async function readRows(ctx: ReadCtx, query: MarketQuery, offset: number): Promise<ReadResult> {
  const { q, game, rarity, order, perPage } = query;
  const size = chooseRowLimit(perPage, marketConstants.pageSize);
  const manyMatches = rememberManyMatches(ctx, query);
  const countTo = manyMatches.known ? 0 : marketConstants.countMax + 1;
  const withTotal = (rows: ListingRow[]): ReadResult => {
    if (rows[0]?.total === marketConstants.countMax + 1) manyMatches.remember();
    const total = marketConstants.countMax + 1;
    return {
      rows: manyMatches.known ? rows.map((row) => ({ ...row, total })) : rows,
      reachable: marketConstants.countMax,
    };
  };
  if (!q && game === null && rarity === null) {
    return withTotal(await listingQueries.all(order, size)(ctx.db, { offset, countTo }));
  }
  const { kindIds, allowedKindIds, sellers } = await readListingFilter(ctx, query);
  const within = game === null ? {} : { gameId: game };
  // No index orders the listings of a kind in one game by age.
  if (!sellers && (game === null || order === 'price')) {
    const statement = listingQueries.ofKinds(order, game === null ? 'all' : 'game', size);
    return withTotal(await statement(ctx.db, { kindIds, ...within, offset, countTo }));
  }
  const narrowing = game !== null ? 'game' : rarity !== null ? 'kinds' : 'no';
  const values = {
    term: sellers?.term ?? '',
    kindIds,
    ...(narrowing === 'no' ? {} : { allowedKindIds }),
    ...within,
    offset,
  };
  const sellerMatch = sellers?.found ?? 'nobody';
  const sources = kindIds.length === 0 ? 'sellers' : 'both';
  const { materialized, scanned } = listingQueries;
  const { rows, isLarge } = await planSearch({
    collectMax: marketConstants.countMax,
    isSurelyLarge: manyMatches.known,
    onLarge: manyMatches.remember,
    offset,
    perPage,
    reachable: scannedListingsMax,
    collect: () => materialized(order, sellerMatch, narrowing, sources, size)(ctx.db, values),
    scan: (bounded) =>
      scanned(order, sellerMatch, narrowing, size)(ctx.db, { ...values, offset: bounded }),
  });
  return { rows, reachable: isLarge ? scannedListingsMax : marketConstants.countMax };
}

/** Whether a query is known to match more than `marketConstants.countMax` listings. */
function rememberManyMatches(
  { market: { caches: marketCaches } }: ReadCtx,
  { q, game, rarity }: MarketQuery,
) {
  const key = JSON.stringify([q.toLowerCase(), game, rarity]);
  const { largeResults } = marketCaches;
  return { known: largeResults.has(key), remember: () => largeResults.set(key, true) };
}

function toListing(row: SelectedListing, readerId: string | undefined): MarketListing {
  return {
    id: row.id,
    kind: { id: row.kindId, name: row.kindName, picture: row.picture, rarity: row.rarity },
    game: { id: row.gameId, name: row.gameName },
    price: row.price,
    seller: { username: row.sellerUsername, name: row.sellerName },
    own: row.sellerId === readerId,
    listedAt: row.listedAt,
  };
}
