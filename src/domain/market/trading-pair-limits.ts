import { type SQL, sql } from 'drizzle-orm';
import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { tradingPairDays } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';

/**
 * The common table expression `paired`, which counts trades against the limits of two accounts. `trades` is
 * an earlier expression or table with the columns `buyer_id`, `seller_id` and `price` (cents). Above a limit
 * the whole statement fails with a violation that `toPairLimitError` recognizes. The first trade of a day may
 * have any price; the constraint of the sum counts from the second one.
 */
export function countPairsExpression({ trades, day }: { trades: SQL; day: SQL }): SQL {
  return sql`paired as (
    insert into ${tradingPairDays} as stored (low_id, high_id, day, trades, amount)
    select least(buyer_id, seller_id), greatest(buyer_id, seller_id), ${day}::text,
      count(*)::integer, sum(price)::bigint
    from ${trades} as counted
    group by 1, 2 order by 1, 2
    on conflict (low_id, high_id, day) do update
      set trades = stored.trades + excluded.trades, amount = stored.amount + excluded.amount
  )`;
}

/** The AppError of a trade above a limit of two accounts; null for any other error. */
export function toPairLimitError(error: unknown): AppError | null {
  const constraint = getViolatedConstraint(error);
  return constraint === 'trading_pair_days_trades' || constraint === 'trading_pair_days_amount'
    ? new AppError('pair-limit')
    : null;
}
