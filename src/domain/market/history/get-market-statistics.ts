import { sql } from 'drizzle-orm';
import { float, integer, nullable, oneOf, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { cardKinds, games, marketCardDays } from '#database/schema.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { utcDayBefore } from '#shared/format/utc-day.ts';
import type { Ctx } from '../../context.ts';
import { cachedRead } from '../../lib/cached-read.ts';
import { requirePart } from '../../site/site-parts.ts';
import { listCardTrends } from '../cards/list-card-trends.ts';

const freshMs = 60_000;
const days = 30;
const cardsShown = 10;
/** A move counts from so many sales on, because two sales are no price. */
const movedSalesMin = 3;

interface DayTotal {
  day: string;
  sales: number;
  /** Cents. */
  amount: number;
}

const readDays = prepareStatement<DayTotal, { since: string }>(
  'market-statistics-days',
  { day: text, sales: integer, amount: float },
  sql`select day.day, sum(day.sales)::integer as sales, sum(day.amount)::float8 as amount
    from ${marketCardDays} as day where day.day >= ${sql.placeholder('since')}::text
    group by day.day order by day.day`,
);

interface RarityIndex {
  rarity: Rarity;
  /** The average median in cents of the last seven days and of the days before; null without sales. */
  recent: number | null;
  before: number | null;
}

const readIndex = prepareStatement<RarityIndex, { since: string; recent: string }>(
  'market-statistics-rarities',
  { rarity: oneOf(rarities), recent: nullable(integer), before: nullable(integer) },
  sql`select kind.rarity,
      (percentile_cont(0.5) within group (order by day.median)
        filter (where day.day >= ${sql.placeholder('recent')}::text))::integer as recent,
      (percentile_cont(0.5) within group (order by day.median)
        filter (where day.day < ${sql.placeholder('recent')}::text))::integer as before
    from ${marketCardDays} as day join ${cardKinds} as kind on kind.id = day.kind_id
    where day.day >= ${sql.placeholder('since')}::text and day.median is not null
    group by kind.rarity`,
);

interface NamedCard {
  gameId: number;
  kindId: string;
  gameName: string;
  name: string;
  rarity: Rarity;
}

const readNames = prepareStatement<NamedCard, { gameIds: number[]; kindIds: string[] }>(
  'market-statistics-names',
  { gameId: integer, kindId: text, gameName: text, name: text, rarity: oneOf(rarities) },
  sql`select game.id as "gameId", kind.id as "kindId", game.name as "gameName", kind.name, kind.rarity
    from unnest(${sql.placeholder('gameIds')}::integer[], ${sql.placeholder('kindIds')}::text[])
      with ordinality as requested (game_id, kind_id, position)
    join ${games} as game on game.id = requested.game_id
    join ${cardKinds} as kind on kind.id = requested.kind_id
    order by requested.position`,
);

const readTotals = cachedRead('market-statistics', freshMs, async ({ db, clock }) => {
  const now = clock.now();
  const since = utcDayBefore(now, days - 1);
  const [totals, index] = await Promise.all([
    readDays(db, { since }),
    readIndex(db, { since, recent: utcDayBefore(now, 6) }),
  ]);
  return { now, totals, index };
});

/** The market of the last 30 days: volume by day, most traded cards, biggest moves, prices by rarity. */
export async function getMarketStatistics(ctx: Pick<Ctx, 'db' | 'clock' | 'readCache'>) {
  await requirePart(ctx, 'market');
  const [{ now, totals, index }, trends] = await Promise.all([
    readTotals(ctx),
    listCardTrends(ctx),
  ]);
  const traded = trends.toSorted((a, b) => b.sales - a.sales).slice(0, cardsShown);
  const moved = trends
    .flatMap(({ change, ...card }) => (change === null ? [] : [{ ...card, change }]))
    .filter(({ sales }) => sales >= movedSalesMin)
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, cardsShown);
  const named = await readNames(ctx.db, {
    gameIds: [...traded, ...moved].map(({ gameId }) => gameId),
    kindIds: [...traded, ...moved].map(({ kindId }) => kindId),
  });
  const nameOf = new Map(named.map((card) => [`${card.gameId}:${card.kindId}`, card]));
  const withName = <Card extends { gameId: number; kindId: string }>(card: Card) => {
    const name = nameOf.get(`${card.gameId}:${card.kindId}`);
    return name ? [{ ...card, ...name }] : [];
  };
  return {
    days: Array.from({ length: days }, (_, index) => {
      const day = utcDayBefore(now, days - 1 - index);
      return totals.find((total) => total.day === day) ?? { day, sales: 0, amount: 0 };
    }),
    sales: totals.reduce((sum, day) => sum + day.sales, 0),
    amount: totals.reduce((sum, day) => sum + day.amount, 0),
    traded: traded.flatMap(withName),
    moved: moved.flatMap(withName),
    rarities: rarities.map(
      (rarity) =>
        index.find((row) => row.rarity === rarity) ?? { rarity, recent: null, before: null },
    ),
  };
}

export type MarketStatistics = Awaited<ReturnType<typeof getMarketStatistics>>;
