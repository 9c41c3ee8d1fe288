import { type SQL, sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { marketItems, marketSales } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market.ts';
import type { Ctx } from '../context.ts';

/** A card is of a kind, and of the game it was won in: two games that share a set have two cards. */
export interface CardName {
  gameId: number;
  kindId: string;
}

/** What a card costs, in cents. */
export interface CardPrice extends CardName {
  /** What it went for lately; null where too few sell it to tell. */
  median: number | null;
  /** The cheapest open listing of anybody but who asks; null where there is none. */
  cheapest: number | null;
}

/**
 * The prices of many cards in one statement, in the order asked for: the cheapest open listing, and the
 * median of the sales of the last 30 days (of two in the middle their mean, rounded down).
 *
 * Friends can sell to one another at any price, so that sales are no proof of what a card is worth. Of
 * a pair of players, whoever of them sells, the first sale of a card on a UTC day counts and no other;
 * and there is no median before three different accounts have sold. What this prevents: one evening of
 * trading to and fro, and any price made by two accounts alone, for as long as they like. What it makes
 * dearer: of a card with honest sales, a pair shifts the median by one vote a day, three accounts by
 * three, ten by 45. What it does not prevent: of a card that hardly anybody trades, three accounts of
 * one person that sell to each other name the price, and so do two beside one honest sale. Therefore a
 * median is only shown: no rule pays, lends or refuses by it, and the cheapest listing, which can really
 * be bought, stands beside it.
 */
export async function cardPrices(
  ctx: Pick<Ctx, 'db' | 'clock' | 'actor'>,
  cards: readonly CardName[],
): Promise<CardPrice[]> {
  if (cards.length === 0) return [];
  return read(ctx.db, {
    gameIds: cards.map(({ gameId }) => gameId),
    kindIds: cards.map(({ kindId }) => kindId),
    actorId: ctx.actor?.id ?? null,
    ...medianWindow(ctx.clock.now()),
  });
}

/** Which sales a median at `now` is made of. */
export function medianWindow(now: Date): { now: Date; since: Date } {
  return { now, since: new Date(now.getTime() - marketConstants.medianMs) };
}

/**
 * The sales that count, as a statement: one row each with `game_id`, `kind_id`, `seller_id`, `buyer_id`
 * and `price`. `group` names what the sales of a pair on a day are one of (columns of `sale`), `where`
 * which sales are meant. The first of a day is sought in the whole day, so that the beginning of the
 * window, which moves, never puts a later one in its place.
 */
export function countedSales({
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

/** The median of `counted` in cents as a whole number, null below three sellers. */
export const medianOfCounted = sql.raw(
  `case when count(distinct counted.seller_id) >= ${marketConstants.medianSellersMin}
    then floor(percentile_cont(0.5) within group (order by counted.price))::integer end`,
);

const value = sql.placeholder;

const read = preparedStatement<
  CardPrice,
  { gameIds: number[]; kindIds: string[]; actorId: string | null; since: Date; now: Date }
>(
  'card-prices',
  sql`with asked as (
    select * from unnest(${value('gameIds')}::integer[], ${value('kindIds')}::text[])
      with ordinality as asked (game_id, kind_id, position)
  ),
  counted as (
    ${countedSales({
      group: sql`sale.game_id, sale.kind_id`,
      where: sql`(sale.game_id, sale.kind_id) in (select game_id, kind_id from asked)`,
      since: sql`${value('since')}`,
      now: sql`${value('now')}`,
    })}
  ),
  medians as (
    select counted.game_id, counted.kind_id, ${medianOfCounted} as median
    from counted group by counted.game_id, counted.kind_id
  )
  select asked.game_id as "gameId", asked.kind_id as "kindId", medians.median,
    (select item.price::integer from ${marketItems} as item
      where item.game_id = asked.game_id and item.kind_id = asked.kind_id
        and item.seller_id is distinct from ${value('actorId')}::uuid
      order by item.price limit 1) as cheapest
  from asked left join medians using (game_id, kind_id)
  order by asked.position`,
);
