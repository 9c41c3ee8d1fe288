import { type SQL, sql } from 'drizzle-orm';
import { integer, nullable, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { marketListings, marketSales } from '#database/schema.ts';
import { unknownToPlanner } from '#database/sql/unknown-to-planner.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import type { Ctx } from '../../context.ts';

/** A card: a card kind and the game it comes from. Two games that share a set have different cards. */
export interface CardKey {
  gameId: number;
  kindId: string;
}

/** The prices of a card, in cents. */
export interface CardPrice extends CardKey {
  /** The median of the counted sales; null if too few accounts sold the card. */
  median: number | null;
  /** The cheapest open listing of other accounts; null if there is no listing. */
  cheapest: number | null;
}

/**
 * The prices of many cards in one statement, in the order of `cards`: the cheapest open listing and the
 * median of the sales of the last 30 days (the mean of the two middle ones, rounded down). The listings of
 * the actor do not count, nor those of `otherId` of a card.
 *
 * Friends can sell to each other at any price, so sales can be manipulated. Two rules limit that. Of each
 * pair of players only the first sale of a card per UTC day counts, in either direction. There is no
 * median before three different accounts have sold the card.
 *
 * Two accounts alone can therefore never set a median. On a card with honest sales a pair adds one counted
 * sale a day, three accounts add three, ten add 45. On a card that hardly anybody trades, three accounts
 * of one person can still set the median, or two next to one honest sale. For this reason the median is
 * only shown, next to the cheapest listing; no rule depends on it.
 */
export async function getCardPrices(
  ctx: Pick<Ctx, 'db' | 'clock' | 'actor'>,
  cards: readonly (CardKey & { otherId?: string })[],
): Promise<CardPrice[]> {
  if (cards.length === 0) return [];
  return read(ctx.db, {
    gameIds: cards.map(({ gameId }) => gameId),
    kindIds: cards.map(({ kindId }) => kindId),
    otherIds: cards.map(({ otherId }) => otherId ?? null),
    actorId: ctx.actor?.id ?? null,
    ...medianWindow(ctx.clock.now()),
  });
}

/** The time window of the sales that a median at `now` uses. */
export function medianWindow(now: Date): { now: Date; since: Date } {
  return { now, since: new Date(now.getTime() - marketConstants.medianMs) };
}

/**
 * A query of the counted sales, one row each with `game_id`, `kind_id`, `seller_id`, `buyer_id` and
 * `price`. `where` selects sales. `group` has the columns of `sale` within which only the first sale of a
 * pair per day counts. The first sale is searched in the whole day, also before `since`; otherwise the
 * moving window would count a later sale of its first day.
 */
export function countedSalesQuery({
  group,
  where,
  since,
  now,
}: {
  group: SQL;
  where: SQL;
  since: SQL;
  now: SQL;
}): SQL {
  const pair = sql`least(sale.seller_id, sale.buyer_id), greatest(sale.seller_id, sale.buyer_id),
    (sale.sold_at at time zone 'UTC')::date`;
  return sql`select * from (
    select distinct on (${group}, ${pair}) sale.*
    from ${marketSales} as sale
    where ${where}
      and sale.sold_at >= date_trunc('day', ${since}::timestamptz, 'UTC')
      and sale.sold_at <= ${now}::timestamptz
    order by ${group}, ${pair}, sale.sold_at, sale.id
  ) as first where first.sold_at > ${since}::timestamptz`;
}

/** The median of `counted` in integer cents; null below three sellers. */
export const medianOfCountedSales = sql.raw(
  `case when count(distinct counted.seller_id) >= ${marketConstants.medianSellersMin}
    then floor(percentile_cont(0.5) within group (order by counted.price))::integer end`,
);

const value = sql.placeholder;

const read = prepareStatement<
  CardPrice,
  {
    gameIds: number[];
    kindIds: string[];
    otherIds: (string | null)[];
    actorId: string | null;
    since: Date;
    now: Date;
  }
>(
  'card-prices',
  { gameId: integer, kindId: text, median: nullable(integer), cheapest: nullable(integer) },
  sql`with requested as (
    select * from unnest(${unknownToPlanner(value('gameIds'), 'integer[]')},
        ${unknownToPlanner(value('kindIds'), 'text[]')},
        ${unknownToPlanner(value('otherIds'), 'uuid[]')})
      with ordinality as requested (game_id, kind_id, other_id, position)
  ),
  counted as (
    ${countedSalesQuery({
      group: sql`sale.game_id, sale.kind_id`,
      where: sql`(sale.game_id, sale.kind_id) in (select game_id, kind_id from requested)`,
      since: unknownToPlanner(value('since'), 'timestamptz'),
      now: unknownToPlanner(value('now'), 'timestamptz'),
    })}
  ),
  medians as (
    select counted.game_id, counted.kind_id, ${medianOfCountedSales} as median
    from counted group by counted.game_id, counted.kind_id
  )
  select requested.game_id as "gameId", requested.kind_id as "kindId", medians.median,
    (select item.price::integer from ${marketListings} as item
      where item.game_id = requested.game_id and item.kind_id = requested.kind_id
        and item.seller_id is distinct from ${value('actorId')}::uuid
        and item.seller_id is distinct from requested.other_id
      order by item.price limit 1) as cheapest
  from requested left join medians using (game_id, kind_id)
  order by requested.position`,
);
