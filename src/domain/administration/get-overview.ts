import { sql } from 'drizzle-orm';
import { bigintText, integer } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { games, marketCardDays, moneyDays, reportCases, users } from '#database/schema.ts';
import { isDeleted } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { cachedRead } from '../lib/cached-read.ts';
import { subtractDays } from '../lib/subtract-days.ts';
import { countOpenAppeals } from '../moderation/appeals/list-appeals.ts';
import { countThingsAwaitingApproval } from '../moderation/approval/list-things-awaiting-approval.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';

/** Counts stop here: one more means 'more than that'. */
export const overviewCountMax = 10_000;
/** The days of the figures of sales and new accounts, today included. */
export const overviewDays = 7;

/** The figures are read on each visit of the overview, so they may be this old. */
const freshMs = 30_000;

interface CountRow {
  people: number;
  newPeople: number;
  games: number;
  reports: number;
  /** Sums of 64 bits, which the driver gives as texts. */
  gameSales: string;
  marketSales: string;
  marketAmount: string;
}

const atMost = sql.raw(String(overviewCountMax + 1));

const readCounts = declareStatement<CountRow, { since: Date; firstDay: string }>(
  {
    people: integer,
    newPeople: integer,
    games: integer,
    reports: integer,
    gameSales: bigintText,
    marketSales: bigintText,
    marketAmount: bigintText,
  },
  sql`select
    (select count(*)::integer from (select from ${users}
      where ${users.role} <> 'guest' and not ${users.isExample} and not ${isDeleted} limit ${atMost}
    ) as accounts) as people,
    (select count(*)::integer from (select from ${users}
      where ${users.role} <> 'guest' and not ${users.isExample}
        and ${users.registeredAt} >= ${sql.placeholder('since')}::timestamptz limit ${atMost}
    ) as accounts) as "newPeople",
    (select count(*)::integer from (select from ${games} where not ${games.isHidden} limit ${atMost}
    ) as shown) as games,
    (select count(*)::integer from (select from ${reportCases}
      where ${reportCases.closedAt} is null limit ${atMost}
    ) as open) as reports,
    (select coalesce(sum(${moneyDays.entries}), 0)::bigint from ${moneyDays}
      where ${moneyDays.kind} = 'game' and ${moneyDays.systemAccount} = 'store'
        and ${moneyDays.day} >= ${sql.placeholder('firstDay')}) as "gameSales",
    (select coalesce(sum(${marketCardDays.sales}), 0)::bigint from ${marketCardDays}
      where ${marketCardDays.day} >= ${sql.placeholder('firstDay')}) as "marketSales",
    (select coalesce(sum(${marketCardDays.amount}), 0)::bigint from ${marketCardDays}
      where ${marketCardDays.day} >= ${sql.placeholder('firstDay')}) as "marketAmount"`,
);

const getCounts = cachedRead('admin-overview', freshMs, async ({ db, clock }) => {
  const firstDay = subtractDays(clock, overviewDays - 1)
    .toISOString()
    .slice(0, 10);
  const since = new Date(`${firstDay}T00:00:00Z`);
  const [row] = await readCounts(db, { since, firstDay });
  return {
    people: row?.people ?? 0,
    newPeople: row?.newPeople ?? 0,
    games: row?.games ?? 0,
    reports: row?.reports ?? 0,
    gameSales: Number(row?.gameSales ?? 0),
    marketSales: Number(row?.marketSales ?? 0),
    marketAmount: Number(row?.marketAmount ?? 0),
  };
});

/** The figures of the overview of the administration. */
export type Overview = Awaited<ReturnType<typeof getOverview>>;

/**
 * What happens on the site and waits for admins: at most half a minute old, sales at most five minutes.
 * @throws AppError `login-required`, `admins-only`.
 */
export async function getOverview(ctx: Ctx) {
  requireAdmin(ctx);
  const [counts, appeals, waiting] = await Promise.all([
    getCounts(ctx),
    countOpenAppeals(ctx),
    countThingsAwaitingApproval(ctx),
  ]);
  return { ...counts, appeals, waiting };
}
