import { sql } from 'drizzle-orm';
import { integer, nullable } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import type { Ctx } from '../../context.ts';
import type { CardMedianPrice } from '../market-caches.ts';
import { countedSalesQuery, medianOfCountedSales, medianWindow } from './get-card-prices.ts';

/** The median of so many sales takes too long to compute for each reader, so it is cached. */
const cachedFromSales = 1_000;

/**
 * The median price of a card kind in the last 30 days, in one game or (`gameId` null) in all games, by
 * the rules of `getCardPrices`. With very many sales it can be a minute old.
 */
export async function getCardMedianPrice(
  ctx: Pick<Ctx, 'db' | 'clock' | 'market'>,
  { kindId, gameId }: { kindId: string; gameId: number | null },
): Promise<CardMedianPrice> {
  const { medianPrices } = ctx.market.caches;
  const cacheKey = `${kindId} ${gameId}`;
  const cached = medianPrices.get(cacheKey);
  if (cached) return cached;
  const start = ctx.clock.now().getTime();
  const price = await readMedian(ctx, kindId, gameId);
  if (price.sales >= cachedFromSales) medianPrices.set(cacheKey, price, { start });
  return price;
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
  const [price] = await queryRows<CardMedianPrice>(
    db,
    { median: nullable(integer), sales: integer, sellers: integer },
    sql`with counted as (${counted})
      select ${medianOfCountedSales} as median, count(*)::integer as sales,
        count(distinct counted.seller_id)::integer as sellers from counted`,
  );
  return price ?? { median: null, sales: 0, sellers: 0 };
}
