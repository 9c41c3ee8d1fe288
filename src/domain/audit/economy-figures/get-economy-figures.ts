import { sql } from 'drizzle-orm';
import { float, integer, nullable, oneOf, text, timestamptz } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import {
  cardDays,
  economySummaryProgress,
  moneyDays,
  playerCounts,
  systemAccounts,
  transferKinds,
} from '#database/schema.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import type { EconomyPeriod } from '#shared/constants/server/economy-figures.ts';
import { utcDay, utcMonth } from '#shared/format/utc-day.ts';
import type { Ctx } from '../../context.ts';
import { requireRight } from '../../permissions/require-right.ts';
import { listPeriodSteps } from './period-steps.ts';
import { calculatePriceIndex } from './price-index.ts';

const value = sql.placeholder;

/** Days have ten characters, months seven. */
interface Range extends Record<string, unknown> {
  from: string;
  length: number;
}

const readStart = declareStatement<
  { first: string | null; summarizedAt: Date | null },
  Record<string, never>
>(
  { first: nullable(text), summarizedAt: nullable(timestamptz) },
  sql`select least(
      (select min(money.day) from ${moneyDays} as money),
      (select min(card.day) from ${cardDays} as card)
    ) as first,
    (select progress.summarized_at from ${economySummaryProgress} as progress) as "summarizedAt"`,
);

interface MoneyRow {
  step: string;
  kind: (typeof transferKinds)[number];
  account: (typeof systemAccounts)[number];
  /** Cents that the system account got. */
  amount: number;
}

/** A step before `from` has an empty text. */
const readMoney = declareStatement<MoneyRow, Range>(
  { step: text, kind: oneOf(transferKinds), account: oneOf(systemAccounts), amount: float },
  sql`select
      case when money.day >= ${value('from')}::text
        then left(money.day, ${value('length')}::integer) else '' end as step,
      money.kind, money.system_account as account, sum(money.amount)::float8 as amount
    from ${moneyDays} as money group by 1, 2, 3`,
);

interface PlayerRow {
  step: string;
  active: number;
  created: number;
}

const readPlayers = declareStatement<PlayerRow, Range>(
  { step: text, active: integer, created: integer },
  sql`select count.period as step, count.active, count.created from ${playerCounts} as count
    where count.period >= left(${value('from')}::text, ${value('length')}::integer)
      and length(count.period) = ${value('length')}::integer`,
);

const readPlayersOf = declareStatement<PlayerRow, { day: string; month: string }>(
  { step: text, active: integer, created: integer },
  sql`select count.period as step, count.active, count.created from ${playerCounts} as count
    where count.period in (${value('day')}::text, ${value('month')}::text)`,
);

const cardCounts = {
  drawn: integer,
  granted: integer,
  recycled: integer,
  sold: integer,
  traded: integer,
  crafted: integer,
  recycledAway: integer,
} as const;
type CardCounts = Record<keyof typeof cardCounts, number>;

interface CardRow extends CardCounts {
  step: string;
  rarity: Rarity;
  /** Cents: the median of the days' medians; null without a sale. */
  median: number | null;
}

const readCards = declareStatement<CardRow, Range>(
  { step: text, rarity: oneOf(rarities), ...cardCounts, median: nullable(integer) },
  sql`select left(card.day, ${value('length')}::integer) as step, card.rarity,
      sum(card.drawn)::integer as drawn, sum(card.granted)::integer as granted,
      sum(card.recycled)::integer as recycled, sum(card.sold)::integer as sold,
      sum(card.traded)::integer as traded, sum(card.crafted)::integer as crafted,
      sum(card.recycled_away)::integer as "recycledAway",
      percentile_cont(0.5) within group (order by card.median)::integer as median
    from ${cardDays} as card where card.day >= ${value('from')}::text group by 1, 2`,
);

/** The figures of a period. Money in cents. */
export type EconomyFigures = Awaited<ReturnType<typeof getEconomyFigures>>;

/**
 * Players, money and cards of a period by UTC day or month, from the sums by day that `summarizeEconomy` stores: a
 * few rows a day, whatever the size of the ledger. The supply is what all players have, with what is set aside for
 * orders. Coins are made when a system account pays a player, and spent when it gets them.
 * @throws AppError `login-required`, `admins-only`.
 */
export async function getEconomyFigures(ctx: Ctx, { period }: { period: EconomyPeriod }) {
  requireRight(ctx, 'see-economy');
  const [start] = await readStart(ctx.db, {});
  const now = ctx.clock.now();
  const { steps, from } = listPeriodSteps(period, now, start?.first ?? null);
  const current = { day: utcDay(now), month: utcMonth(now) };
  const range = { from, length: steps[0]?.length ?? 0 };
  const [money, players, present, cards] = await Promise.all([
    readMoney(ctx.db, range),
    readPlayers(ctx.db, range),
    readPlayersOf(ctx.db, current),
    readCards(ctx.db, range),
  ]);
  return {
    summarizedAt: start?.summarizedAt ?? null,
    steps,
    // Accounts were not counted before this was stored.
    players: steps.map((step) => players.find((row) => row.step === step) ?? null),
    playersToday: present.find(({ step }) => step === current.day) ?? null,
    playersThisMonth: present.find(({ step }) => step === current.month) ?? null,
    money: sumMoney(steps, money),
    cards: {
      byRarity: rarities.map((rarity) => ({
        rarity,
        ...sumCards(cards.filter((row) => row.rarity === rarity)),
      })),
      bySteps: steps.map((step) => sumCards(cards.filter((row) => row.step === step))),
    },
    prices: calculatePriceIndex(steps, cards),
  };
}

/** What a transfer with a system account made or spent. */
const madeBy = ({ amount }: Pick<MoneyRow, 'amount'>) => Math.max(0, -amount);
const spentBy = ({ amount }: Pick<MoneyRow, 'amount'>) => Math.max(0, amount);
const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

function sumMoney(steps: readonly string[], rows: readonly MoneyRow[]) {
  // What is set aside for orders still belongs to players.
  const outside = rows.filter(({ account }) => account !== 'orders');
  const inPeriod = outside.filter(({ step }) => step !== '');
  const before = outside.filter(({ step }) => step === '');
  const start = sum(before, ({ amount }) => -amount);
  let supply = start;
  const bySteps = steps.map((step) => {
    const own = inPeriod.filter((row) => row.step === step);
    const [made, spent] = [sum(own, madeBy), sum(own, spentBy)];
    supply += made - spent;
    return { made, spent, supply };
  });
  const sources = transferKinds.flatMap((kind) => {
    const own = inPeriod.filter((row) => row.kind === kind);
    return own.length > 0 ? [{ kind, made: sum(own, madeBy), spent: sum(own, spentBy) }] : [];
  });
  return {
    start,
    made: sum(bySteps, ({ made }) => made),
    spent: sum(bySteps, ({ spent }) => spent),
    end: supply,
    setAside: sum(
      rows.filter(({ account }) => account === 'orders'),
      ({ amount }) => amount,
    ),
    sources,
    bySteps,
  };
}

function sumCards(rows: readonly CardRow[]): CardCounts {
  const names = Object.keys(cardCounts) as (keyof CardCounts)[];
  return Object.fromEntries(
    names.map((name) => [name, sum(rows, (row) => row[name])]),
  ) as CardCounts;
}
