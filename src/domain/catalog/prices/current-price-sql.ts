import { type SQL, sql } from 'drizzle-orm';
import {
  gameGroupPrices,
  gamePrices,
  gameSales,
  groupMembers,
  siteSettings,
} from '#database/schema.ts';
import { siteRuleConstants } from '#shared/constants/site/site-settings.ts';

const { gamePriceMinCents: min, gamePriceMaxCents: max } = siteRuleConstants;

/** The default price that an admin saved, as the database has it now. Null if the configuration counts. */
const savedDefaultPrice = sql`(select saved.value::integer from ${siteSettings} as saved
  where saved.key = 'gamePrice'
    and case when jsonb_typeof(saved.value) = 'number'
      then saved.value::numeric between ${sql.raw(`${min} and ${max}`)} end)`;

interface Parts {
  gameId: SQL;
  at: SQL;
  defaultPrice: SQL;
}

/**
 * A subquery for a lateral join: one row with the price of a game at a time, for everybody. `price` is that of a sale,
 * else the game's own, else the one that an admin saved, else `defaultPrice` (`GAME_PRICE`). `price_id` and `sale_id`
 * name the rows that it comes from; `regular` is the price without a sale. All code asks this expression, or
 * `currentPriceOf`, what a game costs.
 */
export function currentPrice({ gameId, at, defaultPrice }: Parts): SQL {
  return sql`select coalesce(sale.price, own.price, ${savedDefaultPrice}, ${defaultPrice}::integer) as price,
      coalesce(own.price, ${savedDefaultPrice}, ${defaultPrice}::integer) as regular,
      sale.id as sale_id, sale.ends_at as sale_ends_at,
      case when sale.id is null and own.price is not null then own.id end as price_id
    from (select) as one_row
    left join ${gamePrices} as own on own.game_id = ${gameId} and own.replaced_at is null
    left join ${gameSales} as sale on sale.game_id = ${gameId}
      and sale.starts_at <= ${at}::timestamptz and sale.ends_at > ${at}::timestamptz`;
}

/**
 * `currentPrice` for an account: the lowest of the price for everybody and the prices for members of its groups. If it
 * pays one of these, `group_price_id` and `group_id` name it, `regular` is the price for everybody, and the other ids
 * are null. `hasGroupPrices` is the column of the game: without such prices no table of theirs is read.
 */
export function currentPriceOf(
  userId: SQL,
  { hasGroupPrices, ...parts }: Parts & { hasGroupPrices: SQL },
): SQL {
  const ofEverybody = (column: SQL) => sql`case when member.id is null then ${column} end`;
  return sql`select coalesce(member.price, usual.price) as price,
      case when member.id is null then usual.regular else usual.price end as regular,
      ${ofEverybody(sql`usual.sale_id`)} as sale_id, ${ofEverybody(sql`usual.sale_ends_at`)} as sale_ends_at,
      ${ofEverybody(sql`usual.price_id`)} as price_id, member.id as group_price_id, member.group_id
    from (${currentPrice(parts)}) as usual
    left join lateral (
      select offered.id, offered.price, offered.group_id from ${gameGroupPrices} as offered
      where ${hasGroupPrices} and offered.game_id = ${parts.gameId} and offered.replaced_at is null
        and exists (select from ${groupMembers} as membership
          where membership.group_id = offered.group_id and membership.user_id = ${userId})
      order by offered.price, offered.id limit 1
    ) as member on member.price < usual.price`;
}
