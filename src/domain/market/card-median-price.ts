import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import type { Ctx } from '../context.ts';
import { countedSales, medianOfCounted, medianWindow } from './card-prices.ts';

export interface CardMedianPrice {
  /** Cents; null where too few sell it to tell, see `cardPrices`. */
  median: number | null;
  /** Of how many sales and sellers it is, or would be. */
  sales: number;
  sellers: number;
}

/** Of so many sales a median costs a page too much time to be made anew for each reader. */
const manySales = 1_000;
const freshMs = 60_000;

const kept = new WeakMap<Database, Map<string, CardMedianPrice & { until: number }>>();

/**
 * The median of the last 30 days of a kind in all games, or in one where `gameId` is given; by the rule
 * of `cardPrices`. One of very many sales may be a minute old.
 */
export async function cardMedianPrice(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { kindId, gameId }: { kindId: string; gameId: number | null },
): Promise<CardMedianPrice> {
  const now = ctx.clock.now().getTime();
  const known = keptOf(ctx.db);
  const name = `${kindId} ${gameId}`;
  const last = known.get(name);
  if (last && now < last.until) {
    const { median, sales, sellers } = last;
    return { median, sales, sellers };
  }
  known.delete(name);
  const made = await readMedian(ctx, kindId, gameId);
  if (made.sales >= manySales) known.set(name, { ...made, until: now + freshMs });
  return made;
}

function keptOf(db: Database): Map<string, CardMedianPrice & { until: number }> {
  const known = kept.get(db) ?? new Map<string, CardMedianPrice & { until: number }>();
  kept.set(db, known);
  return known;
}

async function readMedian(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  kindId: string,
  gameId: number | null,
): Promise<CardMedianPrice> {
  const { now, since } = medianWindow(clock.now());
  const counted = countedSales({
    group: sql`sale.kind_id`,
    where: sql`sale.kind_id = ${kindId}
      and ${gameId === null ? sql`true` : sql`sale.game_id = ${gameId}`}`,
    since: sql`${since.toISOString()}`,
    now: sql`${now.toISOString()}`,
  });
  const { rows } = await db.execute<{ median: number | null; sales: number; sellers: number }>(
    sql`with counted as (${counted})
      select ${medianOfCounted} as median, count(*)::integer as sales,
        count(distinct counted.seller_id)::integer as sellers from counted`,
  );
  return rows[0] ?? { median: null, sales: 0, sellers: 0 };
}
