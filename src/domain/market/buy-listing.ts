import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { brokenConstraint } from '#database/postgres-errors.ts';
import { preparedStatement } from '#database/prepared-query.ts';
import {
  cardKinds,
  cards,
  games,
  idempotencyKeys,
  marketFirstDays,
  marketItems,
  marketSales,
  users,
} from '#database/schema.ts';
import type { Transaction } from '#database/transaction.ts';
import { marketConstants } from '#shared/constants/market.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { cardThing } from '#shared/format/card-subject.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { findStoredAnswer, type KeyedRequest, requestHash } from '../lib/idempotency.ts';
import { moneyRefusal } from '../wallet/move-money.ts';
import { tradeExpressions, walletsHeld } from '../wallet/payment-expressions.ts';

const value = sql.placeholder;

interface Sale {
  sellerId: string;
  kindId: string;
  cardName: string;
  gameId: number;
  gameName: string;
  /** As text: Postgres sends bigint so. */
  price: string;
}

/**
 * The whole purchase in one statement: the form's key, both wallets, the listing, the card and the
 * ledger. The listing's row settles who of many buyers wins: for the others it is gone when they get
 * to it, which breaks a constraint and leaves no trace of theirs. A listing never changes its seller, so
 * that is read before the wallets are locked.
 */
const purchase = preparedStatement<
  Sale,
  {
    itemId: string;
    userId: string;
    key: string;
    requestHash: string;
    answer: string;
    transferId: string;
    feePercent: number;
    newSince: Date;
    now: Date;
  }
>(
  'buy-market-item',
  sql`with claimed as (
    insert into ${idempotencyKeys} (user_id, key, request_hash, answer, created_at)
    values (${value('userId')}::uuid, ${value('key')}::uuid, ${value('requestHash')},
      ${value('answer')}::jsonb, ${value('now')}::timestamptz)
    returning 1
  ),
  seller as materialized (
    select item.seller_id from ${marketItems} as item, claimed
    where item.id = ${value('itemId')}::uuid and item.seller_id <> ${value('userId')}::uuid
  ),
  ${walletsHeld(sql`${value('userId')}`)},
  taken as (
    delete from ${marketItems} as item
    where item.id = ${value('itemId')}::uuid and (select count(*) from held) = 2
    returning item.*
  ),
  given as (
    update ${cards} as card set owner_id = ${value('userId')}::uuid, state = 'held'
    from taken
    where card.id = taken.card_id and card.owner_id = taken.seller_id and card.state = 'listed'
    returning card.id
  ),
  trade as materialized (
    select taken.*, taken.price * ${value('feePercent')}::bigint / 100 as fee
    from taken, given
  ),
  newcomers as (
    insert into ${marketFirstDays} as kept (user_id, sold, bought)
    select account.id,
      case when account.id = trade.seller_id then trade.price else 0 end,
      case when account.id = trade.seller_id then 0 else trade.price end
    from trade, ${users} as account
    where account.id in (trade.seller_id, ${value('userId')}::uuid)
      and account.registered_at > ${value('newSince')}::timestamptz
    order by account.id
    on conflict (user_id) do update
      set sold = kept.sold + excluded.sold, bought = kept.bought + excluded.bought
    returning 1
  ),
  ${tradeExpressions({
    transferId: sql`${value('transferId')}`,
    buyerId: sql`${value('userId')}`,
    subject: sql`(select kind.name || ' (' || game.name || ')' from trade
      join ${cardKinds} as kind on kind.id = trade.kind_id
      join ${games} as game on game.id = trade.game_id)`,
    at: sql`${value('now')}`,
  })},
  recorded as (
    insert into ${marketSales}
      (item_id, card_id, kind_id, game_id, seller_id, buyer_id, price, fee, transfer_id, sold_at)
    select id, card_id, kind_id, game_id, seller_id, ${value('userId')}::uuid, price, fee,
      ${value('transferId')}::uuid, ${value('now')}::timestamptz
    from trade
  )
  select trade.seller_id as "sellerId", trade.price, kind.id as "kindId", kind.name as "cardName",
    game.id as "gameId", game.name as "gameName"
  from trade join ${cardKinds} as kind on kind.id = trade.kind_id
    join ${games} as game on game.id = trade.game_id`,
);

/** A purchase that another operation makes. */
export interface PartOf {
  /** Stands with the answer under the key, so that the audit can tell these purchases. */
  operation: 'buy-missing-cards';
  /** Runs in the same transaction, before the purchase. */
  first(tx: Transaction): Promise<void>;
}

/**
 * Buys a listing at its price, which is the server's own; the seller gets it less
 * `MARKET_FEE_PERCENT`, rounded down. A repeated form is answered as the first.
 * @throws Refusal `login-required`, `guest-not-allowed`, `item-gone` (sold, taken back, or at a new
 * price), `own-item`, `not-enough-money`, `seller-full`, `seller-limit`, `first-day-limit`,
 * `key-reused`, and what `first` throws.
 */
export async function buyListing(
  ctx: Ctx,
  { itemId, key }: { itemId: string; key: string },
  partOf?: PartOf,
): Promise<{ itemId: string }> {
  const { id: userId, username } = requirePlayer(ctx);
  const request = { useCase: 'buy-market-item', input: { itemId } };
  const answer = { itemId };
  return ctx.listingQueue.take(itemId, async (gone) => {
    if (!gone) return buy(ctx, { itemId, key, request, answer, userId, username, partOf });
    const earlier = await findStoredAnswer<typeof answer>(ctx.db, { userId, key, request });
    if (earlier) return earlier;
    throw new AppError('item-gone');
  });
}

async function buy(
  ctx: Ctx,
  {
    itemId,
    answer,
    username,
    partOf,
    ...keyed
  }: KeyedRequest & {
    itemId: string;
    answer: { itemId: string };
    username: string;
    partOf?: PartOf | undefined;
  },
): Promise<{ itemId: string }> {
  const { userId, key, request } = keyed;
  const now = ctx.clock.now();
  try {
    const values = {
      itemId,
      userId,
      key,
      requestHash: requestHash(request),
      answer: JSON.stringify({ ...answer, operation: partOf?.operation }),
      transferId: randomUUID(),
      feePercent: ctx.rules.marketFeePercent,
      newSince: new Date(now.getTime() - marketConstants.firstDayMs),
      now,
    };
    const [sale] = partOf
      ? await ctx.db.transaction(async (tx) => {
          await partOf.first(tx);
          return purchase(tx, values);
        })
      : await purchase(ctx.db, values);
    if (sale) tellSeller(ctx, sale, { id: userId, username });
    return answer;
  } catch (error) {
    const constraint = brokenConstraint(error);
    // A form that comes again while the first is on its way can meet either first.
    if (constraint === 'idempotency_keys_pkey' || constraint === 'ledger_entries_balance_known') {
      const earlier = await findStoredAnswer<typeof answer>(ctx.db, keyed);
      if (earlier) return earlier;
      throw await whyNotBought(ctx, itemId, userId);
    }
    if (constraint === 'wallets_balance_limit') throw new AppError('seller-full');
    if (constraint === 'market_first_days_bought') throw new AppError('first-day-limit');
    if (constraint === 'market_first_days_sold') throw new AppError('seller-limit');
    throw moneyRefusal(error) ?? error;
  }
}

/** The balance of the seller is another one now; the notice is there for when the seller looks. */
function tellSeller(ctx: Ctx, sale: Sale, buyer: { id: string; username: string }): void {
  const { sellerId: userId, kindId, cardName, gameId, gameName } = sale;
  const price = Number(sale.price);
  ctx.events.publish({ type: 'item-sold', userId, buyer: buyer.username, cardName, price });
  ctx.notifier.post({
    userId,
    kind: 'item-sold',
    actorId: buyer.id,
    thing: cardThing(kindId, gameId),
    thingName: `${cardName} (${gameName})`,
    amount: price,
  });
}

async function whyNotBought(ctx: Ctx, itemId: string, userId: string): Promise<AppError> {
  const [item] = await ctx.db
    .select({ sellerId: marketItems.sellerId })
    .from(marketItems)
    .where(eq(marketItems.id, itemId));
  return new AppError(item?.sellerId === userId ? 'own-item' : 'item-gone');
}
