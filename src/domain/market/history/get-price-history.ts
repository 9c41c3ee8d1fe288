import { and, asc, eq, gte, lte, sql } from 'drizzle-orm';
import { prepareSelect } from '#database/prepared-select.ts';
import { marketCardDays } from '#database/schema.ts';
import type { PriceRange } from '#shared/constants/market/market.ts';
import { utcDay, utcDayBefore } from '#shared/format/utc-day.ts';
import type { Ctx } from '../../context.ts';
import type { CardKey } from '../prices/get-card-prices.ts';

/** A day or several days of a price chart. */
export interface PriceStep {
  /** The first and the last UTC day, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** All sales, and the median in cents of those that count; null without any. */
  sales: number;
  median: number | null;
  low: number | null;
  high: number | null;
}

const dayMs = 24 * 60 * 60 * 1000;
const stepsMax = 60;
const daysOf: Record<Exclude<PriceRange, 'all'>, number> = { week: 7, month: 30, year: 364 };

const readDays = prepareSelect('price-history', (db) =>
  db
    .select({
      day: marketCardDays.day,
      sales: marketCardDays.sales,
      counted: marketCardDays.counted,
      median: marketCardDays.median,
      low: marketCardDays.low,
      high: marketCardDays.high,
    })
    .from(marketCardDays)
    .where(
      and(
        eq(marketCardDays.gameId, sql.placeholder('gameId')),
        eq(marketCardDays.kindId, sql.placeholder('kindId')),
        gte(marketCardDays.day, sql.placeholder('since')),
        lte(marketCardDays.day, sql.placeholder('today')),
      ),
    )
    .orderBy(asc(marketCardDays.day)),
);

/**
 * The sales of a card by day up to today, at most 60 steps: with longer periods a step has several days and
 * the median of their medians, each as often as it has sales that count.
 */
export async function getPriceHistory(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { gameId, kindId, range }: CardKey & { range: PriceRange },
): Promise<{ steps: PriceStep[] }> {
  const now = clock.now();
  const since = range === 'all' ? '0' : utcDayBefore(now, daysOf[range] - 1);
  const rows = await readDays(db, { gameId, kindId, since, today: utcDay(now) });
  const days = range === 'all' ? countDays(rows[0]?.day ?? utcDay(now), now) : daysOf[range];
  const stepDays = Math.ceil(days / stepsMax);
  const steps = Math.ceil(days / stepDays);
  // By the number of steps until today.
  const rowsOfStep = Map.groupBy(rows, ({ day }) =>
    Math.floor((countDays(day, now) - 1) / stepDays),
  );
  return {
    steps: Array.from({ length: steps }, (_, index) => {
      const later = steps - index - 1;
      const before = (later + 1) * stepDays - 1;
      const [from, to] = [utcDayBefore(now, before), utcDayBefore(now, before - stepDays + 1)];
      return { from, to, ...sumUp(rowsOfStep.get(later) ?? []) };
    }),
  };
}

function countDays(first: string, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(first)) / dayMs) + 1;
}

type Row = Pick<
  typeof marketCardDays.$inferSelect,
  'sales' | 'counted' | 'median' | 'low' | 'high'
>;

function sumUp(rows: readonly Row[]): Omit<PriceStep, 'from' | 'to'> {
  const counted = rows
    .flatMap(({ median, low, high, counted }) =>
      median === null ? [] : [{ median, low: low ?? median, high: high ?? median, counted }],
    )
    .toSorted((a, b) => a.median - b.median);
  const half = counted.reduce((sum, row) => sum + row.counted, 0) / 2;
  let passed = 0;
  const middle = counted.find((row) => {
    passed += row.counted;
    return passed >= half;
  });
  return {
    sales: rows.reduce((sum, { sales }) => sum + sales, 0),
    median: middle?.median ?? null,
    low: counted.length > 0 ? Math.min(...counted.map(({ low }) => low)) : null,
    high: counted.length > 0 ? Math.max(...counted.map(({ high }) => high)) : null,
  };
}
