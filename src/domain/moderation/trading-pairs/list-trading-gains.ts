import { sql } from 'drizzle-orm';
import { float, integer, text, timestamptz } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { users } from '#database/schema.ts';
import { tradingPairConstants } from '#shared/constants/market/trading-pairs.ts';
import { moderationConstants } from '#shared/constants/moderation/moderation.ts';
import type { Ctx } from '../../context.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { type RecentSalesValues, readRecentSales, recentSales } from './recent-sales.ts';

/** An account that sold far above or bought far below the median to or from many accounts. */
export interface TradingGain {
  /** Username as typed. */
  account: string;
  /** The accounts at whose cost it gained, and those of them that are guests or registered in the last 30 days. */
  partners: number;
  newPartners: number;
  sales: number;
  /** The sum of the differences to the medians, in cents. */
  gain: number;
  lastAt: Date;
}

const value = sql.placeholder;
const { farRatio, partnersMin } = tradingPairConstants;
const far = sql.raw(String(farRatio));
const pageSize = sql.raw(String(moderationConstants.pageSize));

const readGains = prepareStatement<TradingGain & { total: number }, RecentSalesValues>(
  'trading-gains',
  {
    account: text,
    partners: integer,
    newPartners: integer,
    sales: integer,
    gain: float,
    lastAt: timestamptz,
    total: integer,
  },
  sql`with ${recentSales},
    far as materialized (
      select
        case when sale.price > reference.price then sale.seller_id else sale.buyer_id end as account_id,
        case when sale.price > reference.price then sale.buyer_id else sale.seller_id end as partner_id,
        abs(sale.price - reference.price) as gain, sale.sold_at
      from recent as sale
      join reference on reference.game_id = sale.game_id and reference.kind_id = sale.kind_id
      where sale.price >= reference.price * ${far} or sale.price * ${far} <= reference.price
    ),
    gainer as materialized (
      select far.account_id, count(distinct far.partner_id)::integer as partners,
        count(*)::integer as sales, round(sum(far.gain)) as gain, max(far.sold_at) as last_at
      from far
      where ${value('of')}::uuid is null or far.account_id = ${value('of')}::uuid
      group by far.account_id
      having count(distinct far.partner_id) >= ${sql.raw(String(partnersMin))}
    ),
    listed as materialized (
      select gainer.*, (select count(*)::integer from gainer) as total from gainer
      order by gainer.gain desc, gainer.account_id
      limit ${pageSize} offset ${value('offset')}::integer
    )
    select account.display_username as account, listed.partners, listed.sales,
      listed.gain::double precision as gain, listed.last_at as "lastAt", listed.total, (
        select count(distinct far.partner_id)::integer from far
        join ${users} as partner on partner.id = far.partner_id
        where far.account_id = listed.account_id
          and (partner.registered_at is null or partner.registered_at >= ${value('since')}::timestamptz)
      ) as "newPartners"
    from listed join ${users} as account on account.id = listed.account_id
    order by listed.gain desc, listed.account_id`,
);

/**
 * A page of the accounts that gained from at least three others in the last 30 days, the largest gain first: they sold
 * for at least twice the median of the card or bought for at most half of it. With `of` only this account. It reads the
 * newest 100,000 sales at most.
 * @throws AppError `login-required`, `moderators-only`.
 */
export async function listTradingGains(
  ctx: Ctx,
  query: { of: string | null; page: number },
): Promise<{ gains: TradingGain[]; total: number; pages: number }> {
  requireModerator(ctx);
  const { rows, ...counts } = await readRecentSales(ctx, query, readGains);
  return { gains: rows, ...counts };
}
