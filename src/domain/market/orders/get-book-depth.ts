import { type SQL, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { marketListings, marketOrders } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import type { Ctx } from '../../context.ts';
import type { BookCard } from './book-lock.ts';

/** All listings or all orders of a card at one price (cents). It names nobody. */
export interface Level {
  price: number;
  copies: number;
  /** The actor's own copies among them. */
  own: number;
}

export interface BookDepth {
  /** The cheapest first. */
  sells: Level[];
  /** The highest first. */
  buys: Level[];
}

const value = sql.placeholder;
const isCard = sql`game_id = ${value('gameId')}::integer and kind_id = ${value('kindId')}::text`;
const isOwn = (account: SQL) => sql`${account} = ${value('userId')}::uuid`;
const limit = sql.raw(String(marketConstants.depthLevels));

interface Values extends Record<string, unknown>, BookCard {
  userId: string | null;
}

const columns = { price: integer, copies: integer, own: integer };

const readSells = prepareStatement<Level, Values>(
  'sells-of-book',
  columns,
  sql`select price::integer as price, count(*)::integer as copies,
      (count(*) filter (where ${isOwn(sql`seller_id`)}))::integer as own
    from ${marketListings} where ${isCard}
    group by price order by price limit ${limit}`,
);

const readBuys = prepareStatement<Level, Values & { now: Date }>(
  'buys-of-book',
  columns,
  sql`select price::integer as price, sum(remaining)::integer as copies,
      coalesce(sum(remaining) filter (where ${isOwn(sql`buyer_id`)}), 0)::integer as own
    from ${marketOrders}
    where ${isCard} and state = 'open' and ends_at > ${value('now')}::timestamptz
    group by price order by price desc nulls last limit ${limit}`,
);

/** The best price levels of a card: what is for sale and what is ordered. For everybody, also visitors. */
export async function getBookDepth(
  ctx: Pick<Ctx, 'db' | 'actor' | 'clock'>,
  { gameId, kindId }: BookCard,
): Promise<BookDepth> {
  const values = { gameId, kindId, userId: ctx.actor?.id ?? null };
  const [sells, buys] = await Promise.all([
    readSells(ctx.db, values),
    readBuys(ctx.db, { ...values, now: ctx.clock.now() }),
  ]);
  return { sells, buys };
}
