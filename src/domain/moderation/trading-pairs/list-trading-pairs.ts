import { type SQL, sql } from 'drizzle-orm';
import { float, integer, nullable, text, timestamptz } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { tradeOffers, users } from '#database/schema.ts';
import { type PairOrder, tradingPairConstants } from '#shared/constants/market/trading-pairs.ts';
import { moderationConstants } from '#shared/constants/moderation/moderation.ts';
import type { Ctx } from '../../context.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { type RecentSalesValues, readRecentSales, recentSales } from './recent-sales.ts';

/** Two accounts that trade with each other, by their usernames as typed. Money in cents. */
export interface TradingPair {
  one: string;
  other: string;
  /** The sales from `one` to `other` and back, and the sum of their prices. */
  sold: number;
  bought: number;
  amount: number;
  /** The median of price ÷ 30-day median of the card; null if none of the cards has a median. */
  ratio: number | null;
  /** The sales that have such a ratio. */
  compared: number;
  /** Accepted trade offers of the two. */
  offers: number;
  lastAt: Date;
}

type Row = TradingPair & { total: number };

const value = sql.placeholder;
const { tradesMin } = tradingPairConstants;
const limit = (count: number) => sql.raw(String(count));

const orders: Record<PairOrder, SQL> = {
  distance: sql`greatest(pair.ratio, 1 / pair.ratio) desc nulls last, pair.trades desc`,
  trades: sql`pair.trades desc`,
  value: sql`pair.amount desc`,
};

const readPairs = (order: PairOrder) =>
  prepareStatement<Row, RecentSalesValues>(
    `trading-pairs-${order}`,
    {
      one: text,
      other: text,
      sold: integer,
      bought: integer,
      amount: integer,
      ratio: nullable(float),
      compared: integer,
      offers: integer,
      lastAt: timestamptz,
      total: integer,
    },
    sql`with ${recentSales},
      pair as materialized (
        select least(sale.seller_id, sale.buyer_id) as low_id,
          greatest(sale.seller_id, sale.buyer_id) as high_id,
          count(*)::integer as trades, sum(sale.price) as amount,
          (count(*) filter (where sale.seller_id < sale.buyer_id))::integer as sold_by_low,
          count(reference.price)::integer as compared,
          percentile_cont(0.5) within group (order by sale.price / reference.price) as ratio,
          max(sale.sold_at) as last_at
        from recent as sale
        left join reference on reference.game_id = sale.game_id and reference.kind_id = sale.kind_id
        group by 1, 2 having count(*) >= ${limit(tradesMin)}
      ),
      listed as materialized (
        select pair.*, (select count(*)::integer from pair) as total from pair
        order by ${orders[order]}, pair.low_id, pair.high_id
        limit ${limit(moderationConstants.pageSize)} offset ${value('offset')}::integer
      )
      select low.display_username as one, high.display_username as other,
        pair.sold_by_low as sold, pair.trades - pair.sold_by_low as bought,
        pair.amount::integer as amount, pair.ratio, pair.compared, pair.last_at as "lastAt", (
          select count(*)::integer from ${tradeOffers} as offer
          where offer.state = 'accepted' and offer.closed_at >= ${value('since')}::timestamptz
            and ((offer.sender_id = pair.low_id and offer.recipient_id = pair.high_id)
              or (offer.sender_id = pair.high_id and offer.recipient_id = pair.low_id))
        ) as offers, pair.total
      from listed as pair
      join ${users} as low on low.id = pair.low_id
      join ${users} as high on high.id = pair.high_id
      order by ${orders[order]}, pair.low_id, pair.high_id`,
  );

const statements: Record<PairOrder, ReturnType<typeof readPairs>> = {
  distance: readPairs('distance'),
  trades: readPairs('trades'),
  value: readPairs('value'),
};

/**
 * A page of the pairs of accounts with several sales to each other in the last 30 days, and how far their
 * prices are from the medians of the cards; with `of` only those of this account. It reads the newest 100,000
 * sales at most.
 * @throws AppError `login-required`, `moderators-only`
 */
export async function listTradingPairs(
  ctx: Ctx,
  { order, ...query }: { of: string | null; order: PairOrder; page: number },
): Promise<{ pairs: TradingPair[]; total: number; pages: number }> {
  requireModerator(ctx);
  const { rows, ...counts } = await readRecentSales(ctx, query, statements[order]);
  return { pairs: rows, ...counts };
}
