import { type SQL, sql } from 'drizzle-orm';
import { gamePrices, gameSales, siteSettings } from '#database/schema.ts';
import { siteRuleConstants } from '#shared/constants/site/site-settings.ts';

const { gamePriceMinCents: min, gamePriceMaxCents: max } = siteRuleConstants;

/** The default price that an admin saved, as the database has it now. Null if the configuration counts. */
const savedDefaultPrice = sql`(select saved.value::integer from ${siteSettings} as saved
  where saved.key = 'gamePrice'
    and case when jsonb_typeof(saved.value) = 'number'
      then saved.value::numeric between ${sql.raw(`${min} and ${max}`)} end)`;

/**
 * A subquery for a lateral join: one row with the price of a game at a time. `price` is that of a sale, else the
 * game's own, else the one that an admin saved, else `defaultPrice` (`GAME_PRICE`). `price_id` and `sale_id` name the rows that it comes from;
 * `regular` is the price without a sale. All code asks this expression what a game costs.
 */
export function currentPrice(parts: { gameId: SQL; at: SQL; defaultPrice: SQL }): SQL {
  const { gameId, at, defaultPrice } = parts;
  return sql`select coalesce(sale.price, own.price, ${savedDefaultPrice}, ${defaultPrice}::integer) as price,
      coalesce(own.price, ${savedDefaultPrice}, ${defaultPrice}::integer) as regular,
      sale.id as sale_id, sale.ends_at as sale_ends_at,
      case when sale.id is null and own.price is not null then own.id end as price_id
    from (select) as one_row
    left join ${gamePrices} as own on own.game_id = ${gameId} and own.replaced_at is null
    left join ${gameSales} as sale on sale.game_id = ${gameId}
      and sale.starts_at <= ${at}::timestamptz and sale.ends_at > ${at}::timestamptz`;
}
