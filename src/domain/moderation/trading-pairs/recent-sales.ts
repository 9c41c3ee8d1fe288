import { type SQL, sql } from 'drizzle-orm';
import { marketCardDays, marketSales, users } from '#database/schema.ts';
import { tradingPairConstants } from '#shared/constants/market/trading-pairs.ts';
import { moderationConstants } from '#shared/constants/moderation/moderation.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import { byUsername } from '../../accounts/username-condition.ts';
import type { Ctx } from '../../context.ts';
import { countPages } from '../../lib/page-count.ts';
import { subtractDays } from '../../lib/subtract-days.ts';

const value = sql.placeholder;
const newest = sql.raw(String(tradingPairConstants.salesMax));
const { pageSize, pageMax } = moderationConstants;

/** The values of a statement with `recentSales`, for a page of its rows. */
export type RecentSalesValues = {
  since: Date;
  sinceDay: string;
  of: string | null;
  offset: number;
};

/**
 * The first expressions of a statement about the sales of the last days: `recent`, the sales of them all or of the
 * account `of`, and `reference`, the 30-day median of each of their cards. The ids of sales are in the order of time,
 * so the primary key bounds what is read.
 */
export const recentSales: SQL = sql`newest as materialized (
    select * from ${marketSales} as sale order by sale.id desc limit ${newest}
  ),
  recent as materialized (
    select * from newest where newest.sold_at >= ${value('since')}::timestamptz
      and (${value('of')}::uuid is null or newest.seller_id = ${value('of')}::uuid
        or newest.buyer_id = ${value('of')}::uuid)
  ),
  reference as materialized (
    select card.game_id, card.kind_id, (
      select percentile_cont(0.5) within group (order by day.median)
      from ${marketCardDays} as day
      where day.game_id = card.game_id and day.kind_id = card.kind_id
        and day.day >= ${value('sinceDay')}::text and day.median is not null
    ) as price
    from (select distinct game_id, kind_id from recent) as card
  )`;

/** Reads a page of a list about recent sales, of all accounts or of the one with the username `of`. */
export async function readRecentSales<Row extends { total: number }>(
  ctx: Ctx,
  { of, page }: { of: string | null; page: number },
  read: (db: Ctx['db'], values: RecentSalesValues) => Promise<Row[]>,
): Promise<{ rows: Omit<Row, 'total'>[]; total: number; pages: number }> {
  const since = subtractDays(ctx.clock, tradingPairConstants.days);
  const account = of === null ? null : await findAccountId(ctx, of);
  if (of !== null && account === null) return { rows: [], total: 0, pages: 1 };
  const found = await read(ctx.db, {
    since,
    sinceDay: utcDay(since),
    of: account,
    offset: (page - 1) * pageSize,
  });
  const total = found[0]?.total ?? 0;
  const rows = found.map(({ total: _, ...row }) => row);
  return { rows, total, pages: Math.min(countPages(total, pageSize), pageMax) };
}

async function findAccountId({ db }: Ctx, username: string): Promise<string | null> {
  const [account] = await db.select({ id: users.id }).from(users).where(byUsername(username));
  return account?.id ?? null;
}
