import { type SQL, sql } from 'drizzle-orm';
import { marketCardDays, marketSales } from '#database/schema.ts';
import { tradingPairConstants } from '#shared/constants/trading-pairs.ts';

const value = sql.placeholder;
const newest = sql.raw(String(tradingPairConstants.salesMax));

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
