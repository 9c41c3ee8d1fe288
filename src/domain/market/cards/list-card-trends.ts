import { sql } from 'drizzle-orm';
import { float, integer, nullable, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { marketCardDays } from '#database/schema.ts';
import { utcDayBefore } from '#shared/format/utc-day.ts';
import { cachedRead } from '../../lib/cached-read.ts';

/** The last 30 days of a card's sales. */
export interface CardTrend {
  gameId: number;
  kindId: string;
  /** All sales of the days. */
  sales: number;
  /** The change from the days before to the last seven, such as 0.5 for half as much again; null if unknown. */
  change: number | null;
}

const freshMs = 60_000;
const days = 30;
const recentDays = 7;

const readTrends = prepareStatement<CardTrend, { since: string; recent: string }>(
  'market-card-trends',
  { gameId: integer, kindId: text, sales: integer, change: nullable(float) },
  sql`select day.game_id as "gameId", day.kind_id as "kindId", sum(day.sales)::integer as sales,
      (percentile_cont(0.5) within group (order by day.median)
        filter (where day.day >= ${sql.placeholder('recent')}::text)
      / percentile_cont(0.5) within group (order by day.median)
        filter (where day.day < ${sql.placeholder('recent')}::text) - 1)::double precision as change
    from ${marketCardDays} as day where day.day >= ${sql.placeholder('since')}::text
    group by day.game_id, day.kind_id`,
);

/** The trends of all cards with sales in the last 30 days, cached for a minute. */
export const listCardTrends = cachedRead('market-card-trends', freshMs, ({ db, clock }) => {
  const now = clock.now();
  return readTrends(db, {
    since: utcDayBefore(now, days - 1),
    recent: utcDayBefore(now, recentDays - 1),
  });
});
