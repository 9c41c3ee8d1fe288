import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import type { Ctx } from '../context.ts';
import { countedSalesQuery, medianOfCountedSales, medianWindow } from './get-card-prices.ts';

export interface CardMedianPrice {
  /** Cents; null if too few accounts sell the card, see `getCardPrices`. */
  median: number | null;
  /** The number of counted sales and of their sellers. */
  sales: number;
  sellers: number;
}

/** The median of so many sales takes too long to compute for each reader, so it is cached. */
const cachedFromSales = 1_000;
const freshMs = 60_000;

const caches = new WeakMap<Database, Map<string, CardMedianPrice & { until: number }>>();

/**
 * The median price of a card kind in the last 30 days, in one game or (`gameId` null) in all games, by
 * the rules of `getCardPrices`. With very many sales it can be a minute old.
 */
export async function getCardMedianPrice(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { kindId, gameId }: { kindId: string; gameId: number | null },
): Promise<CardMedianPrice> {
  const now = ctx.clock.now().getTime();
  const cache = cacheOf(ctx.db);
  const cacheKey = `${kindId} ${gameId}`;
  const last = cache.get(cacheKey);
  if (last && now < last.until) {
    const { median, sales, sellers } = last;
    return { median, sales, sellers };
  }
  cache.delete(cacheKey);
  const price = await readMedian(ctx, kindId, gameId);
  if (price.sales >= cachedFromSales) cache.set(cacheKey, { ...price, until: now + freshMs });
  return price;
}

function cacheOf(db: Database): Map<string, CardMedianPrice & { until: number }> {
  const cache = caches.get(db) ?? new Map<string, CardMedianPrice & { until: number }>();
  caches.set(db, cache);
  return cache;
}

async function readMedian(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  kindId: string,
  gameId: number | null,
): Promise<CardMedianPrice> {
  const { now, since } = medianWindow(clock.now());
  const counted = countedSalesQuery({
    group: sql`sale.kind_id`,
    where: sql`sale.kind_id = ${kindId}
      and ${gameId === null ? sql`true` : sql`sale.game_id = ${gameId}`}`,
    since: sql`${since.toISOString()}`,
    now: sql`${now.toISOString()}`,
  });
  const { rows } = await db.execute<{ median: number | null; sales: number; sellers: number }>(
    sql`with counted as (${counted})
      select ${medianOfCountedSales} as median, count(*)::integer as sales,
        count(distinct counted.seller_id)::integer as sellers from counted`,
  );
  return rows[0] ?? { median: null, sales: 0, sellers: 0 };
}
