import { type SQL, sql } from 'drizzle-orm';
import { integer, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { marketListings, marketOrders } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';
import { withCurrentRules } from '../../site/current-rules.ts';
import { isPartOn } from '../../site/site-parts.ts';
import { applyFills } from './apply-fills.ts';
import { type BookCard, lockBooks } from './book-lock.ts';
import { chooseFills, type Fill, type OrderListingPair } from './choose-fills.ts';
import {
  type FoundPair,
  fillsMax,
  findPairsOfBook,
  lockWalletsForBook,
  toTimeValues,
} from './find-order-listing-pairs.ts';

type MatchingCtx = Pick<Ctx, 'db' | 'clock' | 'rules' | 'readCache' | 'notifier'>;

const crossingCards = (
  where: SQL,
) => sql`select placed.game_id as "gameId", placed.kind_id as "kindId"
  from (
    select game_id, kind_id, max(price) as price from ${marketOrders}
    where state = 'open' and ends_at > ${sql.placeholder('now')}::timestamptz ${where}
    group by game_id, kind_id
  ) as placed
  where exists (select from ${marketListings} as item where item.game_id = placed.game_id
    and item.kind_id = placed.kind_id and item.price <= placed.price)
  order by placed.game_id, placed.kind_id`;

const listCrossingCards = prepareStatement<BookCard, { now: Date }>(
  'crossing-books',
  { gameId: integer, kindId: text },
  crossingCards(sql``),
);

const accountId = sql`${sql.placeholder('accountId')}::uuid`;

const listCrossingCardsOf = prepareStatement<BookCard, { now: Date; accountId: string }>(
  'crossing-books-of',
  { gameId: integer, kindId: text },
  crossingCards(sql`and ((game_id, kind_id) in (
      select game_id, kind_id from ${marketOrders} where buyer_id = ${accountId} and state = 'open')
    or (game_id, kind_id) in (
      select game_id, kind_id from ${marketListings} where seller_id = ${accountId}))`),
);

const both = sql`(${accountId}, ${sql.placeholder('otherId')}::uuid)`;

/** The cards that two accounts order or sell. Both have at most 50 orders and 100 listings. */
const listBooksOf = prepareStatement<BookCard, { accountId: string; otherId: string }>(
  'books-of',
  { gameId: integer, kindId: text },
  sql`select game_id as "gameId", kind_id as "kindId" from ${marketOrders}
    where buyer_id in ${both} and state = 'open'
    union
    select game_id, kind_id from ${marketListings} where seller_id in ${both}`,
);

/**
 * Matches the orders and listings that could not trade with each other before: a block or a suspension has
 * ended, a day has begun, or a wallet has room again. A job runs it every minute. Returns the number of trades,
 * none while the market is off.
 */
export async function rematchBooks(ctx: MatchingCtx): Promise<number> {
  if (!(await isPartOn(ctx, 'market'))) return 0;
  const crossing = await listCrossingCards(ctx.db, { now: ctx.clock.now() });
  return rematchCards(ctx, crossing);
}

/**
 * Does the same for two accounts between which an obstacle has ended. A transaction of one of them that is
 * placing an order or a listing at this moment may have read before the end. It holds the lock of the book,
 * and the other account's part of the pair is stored, so this waits for it.
 */
export async function rematchBooksOf(
  ctx: MatchingCtx,
  [accountId, otherId]: readonly [string, string],
): Promise<number> {
  if (!(await isPartOn(ctx, 'market'))) return 0;
  const books = await listBooksOf(ctx.db, { accountId, otherId });
  // One at a time: a book that is busy does not block the others.
  for (const book of books) await ctx.db.transaction((tx) => lockBooks(tx, [book]));
  const crossing = await listCrossingCardsOf(ctx.db, { now: ctx.clock.now(), accountId });
  return rematchCards(ctx, crossing);
}

/** Matches the books of these cards until no two of their orders and listings may trade. */
export async function rematchCards(ctx: MatchingCtx, cards: readonly BookCard[]): Promise<number> {
  let trades = 0;
  for (const card of cards) {
    for (;;) {
      const fills = await matchBook(ctx, card);
      trades += fills.length;
      if (fills.length === 0) break;
    }
  }
  if (trades > 0) ctx.notifier.deliverSoon();
  return trades;
}

async function matchBook(ctx: MatchingCtx, card: BookCard): Promise<Fill[]> {
  const current = await withCurrentRules(ctx);
  return ctx.db.transaction(async (tx) => {
    const values = { ...toTimeValues(current), ...card };
    await lockBooks(tx, [card]);
    const locked = await lockWalletsForBook(tx, values);
    const lockedIds = new Set(locked.map(({ userId }) => userId));
    lockedIds.delete(null);
    if (lockedIds.size === 0) return [];
    const found = await findPairsOfBook(tx, values);
    const pairs = found.filter(
      (pair): pair is FoundPair & OrderListingPair =>
        pair.itemId !== null && lockedIds.has(pair.buyerId) && lockedIds.has(pair.sellerId),
    );
    const fills = chooseFills(pairs, { feePercent: values.feePercent, fillsMax });
    await applyFills(tx, fills, { ...values, notified: ['item-sold', 'order-filled'] });
    return fills;
  });
}
