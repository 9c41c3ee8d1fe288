import { type SQL, sql } from 'drizzle-orm';
import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { cardKinds, newcomerGains, users } from '#database/schema.ts';
import { estimatedPrices } from '#shared/constants/market/estimated-prices.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** The estimated price in cents of a card kind with the alias `kind`. */
export const estimateOfKind: SQL = sql.raw(
  `case kind.rarity ${Object.entries(estimatedPrices)
    .map(([rarity, cents]) => `when '${rarity}' then ${cents}`)
    .join(' ')} end`,
);

/** Accounts that registered later are newcomers at the time `at`. */
export const newcomerSince = (at: SQL): SQL =>
  sql`(${at}::timestamptz - make_interval(secs => ${sql.raw(String(marketConstants.newcomerMs / 1000))}))`;

/**
 * The common table expression `gained`, which counts what accounts get from newcomers: a seller the price, a buyer the
 * estimate for the card, because its price can be as low as the two like. `trades` is an earlier expression or table
 * with the columns `buyer_id`, `seller_id`, `price` (cents) and `kind_id`. The wallets of all its accounts are locked.
 * Above the limit the whole statement fails with a violation that `toNewcomerLimitError` recognizes.
 */
export function countNewcomerGains({ trades, day, at }: { trades: SQL; day: SQL; at: SQL }): SQL {
  return sql`gained as (
    insert into ${newcomerGains} as stored (user_id, day, amount)
    select part.user_id, ${day}::text, sum(part.amount)::bigint
    from (
      select seller_id as user_id, buyer_id as newcomer_id, price as amount from ${trades} as counted
      union all select buyer_id, seller_id, ${estimateOfKind}
      from ${trades} as counted join ${cardKinds} as kind on kind.id = counted.kind_id
    ) as part
    join ${users} as newcomer on newcomer.id = part.newcomer_id
    where newcomer.registered_at > ${newcomerSince(at)}
    group by part.user_id order by part.user_id
    on conflict (user_id, day) do update set amount = stored.amount + excluded.amount
  )`;
}

/** The AppError of a trade above the limit of what an account gets from newcomers; null for any other error. */
export function toNewcomerLimitError(error: unknown): AppError | null {
  return getViolatedConstraint(error) === 'newcomer_gains_amount'
    ? new AppError('newcomer-limit')
    : null;
}
