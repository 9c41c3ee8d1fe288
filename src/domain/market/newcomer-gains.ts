import { type SQL, sql } from 'drizzle-orm';
import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { cardKinds, marketCardDays, newcomerGains, users } from '#database/schema.ts';
import { estimatedPrices } from '#shared/constants/market/estimated-prices.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** The estimated price in cents of a card kind with the alias `kind`. */
const estimateOfKind: SQL = sql.raw(
  `case kind.rarity ${Object.entries(estimatedPrices)
    .map(([rarity, cents]) => `when '${rarity}' then ${cents}`)
    .join(' ')} end`,
);

/** The sales before the day that say what a card is worth: those of a month that is summarized for good. */
const [oldestDays, newestDays] = [31, 2];

/**
 * What a card of the kind with the alias `kind` counts, in cents, when a newcomer gives it away on the UTC day `day`:
 * the estimate for its rarity, or the median of its daily medians if that is higher. A price that two accounts agree on
 * can only raise it.
 */
export function valueFromNewcomer({ gameId, day }: { gameId: SQL; day: SQL }): SQL {
  const daysBefore = (days: number) =>
    sql`to_char(${day}::date - ${sql.raw(String(days))}, 'YYYY-MM-DD')`;
  return sql`greatest(${estimateOfKind}, (
    select percentile_disc(0.5) within group (order by past.median)
    from ${marketCardDays} as past
    where past.game_id = ${gameId} and past.kind_id = kind.id
      and past.day between ${daysBefore(oldestDays)} and ${daysBefore(newestDays)}))`;
}

/** Accounts that registered later are newcomers at the time `at`. */
export const newcomerSince = (at: SQL): SQL =>
  sql`(${at}::timestamptz - make_interval(secs => ${sql.raw(String(marketConstants.newcomerMs / 1000))}))`;

/**
 * The common table expression `gained`, which counts what accounts get from newcomers: a seller the price, a buyer what
 * the card is worth, because its price can be as low as the two like. `trades` is an earlier expression or table with
 * the columns `buyer_id`, `seller_id`, `price` (cents), `game_id` and `kind_id`. The wallets of all its accounts are
 * locked. Above the limit the whole statement fails with a violation that `toNewcomerLimitError` recognizes.
 */
export function countNewcomerGains({ trades, day, at }: { trades: SQL; day: SQL; at: SQL }): SQL {
  return sql`gained as (
    insert into ${newcomerGains} as stored (user_id, day, amount)
    select part.user_id, ${day}::text, sum(part.amount)::bigint
    from (
      select counted.seller_id as user_id, counted.price as amount
      from ${trades} as counted join ${users} as newcomer on newcomer.id = counted.buyer_id
      where newcomer.registered_at > ${newcomerSince(at)}
      union all
      select counted.buyer_id, ${valueFromNewcomer({ gameId: sql`counted.game_id`, day })}
      from ${trades} as counted join ${users} as newcomer on newcomer.id = counted.seller_id
      join ${cardKinds} as kind on kind.id = counted.kind_id
      where newcomer.registered_at > ${newcomerSince(at)}
    ) as part
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
