import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { integer, nullable, uuid } from '#database/column-types.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { cards, marketListings } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { runIdempotent } from '../../lib/idempotency.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import { withCurrentRules } from '../../site/current-rules.ts';
import { requirePartForForm } from '../../site/site-parts.ts';
import { lockBooks, queueForBooks } from '../orders/book-lock.ts';
import { rematchAfterSale } from '../orders/rematch-after-sale.ts';
import { sellImmediately } from '../orders/sell-immediately.ts';
import { prepareSale, type SoldListing } from '../orders/sell-into-orders.ts';
import { isTradedGame, isTradingEnded } from '../trading-of-game.ts';
import { lockSeller } from './lock-seller.ts';
import { isRestingCard } from './resting-cards.ts';

/** Copies of one card to put up for sale. A card is identified by card kind and game. */
export interface SellOffer {
  gameId: number;
  kindId: string;
  /** Cents. */
  price: number;
  copies: number;
}

/**
 * Puts copies of the actor's cards up for sale, all of them or none; they go into escrow. At least `keep`
 * copies of each card must stay in the inventory. A listing at or below the best order of another player
 * sells at once, at the price of that order. Returns all new listings, and those that have sold.
 * @throws AppError `login-required`, `guest-not-allowed`, `unconfirmed-email`, `account-suspended`,
 * `game-hidden`, `card-not-held`, `card-resting`, `listing-limit`, `own-order-crosses`, `key-reused`
 */
export async function sellCards(
  givenCtx: Ctx,
  { offers, keep = 0, key }: { offers: readonly SellOffer[]; keep?: number; key: string },
): Promise<{ itemIds: string[]; sold: SoldListing[] }> {
  const { id: userId } = requirePlayer(givenCtx);
  await requirePartForForm(givenCtx, 'market', { userId, key });
  const ctx = await withCurrentRules(givenCtx);
  const request = { useCase: 'sell-cards', input: { offers, keep } };
  const work = async (tx: Transaction) => {
    const sellListings = await prepareSale(ctx, tx, userId, offers);
    const restSince = await lockSeller(ctx, tx, userId);
    const listings: (SellOffer & { itemId: string })[] = [];
    for (const offer of offers) {
      const itemIds = await listCopies(ctx, tx, userId, offer, restSince);
      listings.push(...itemIds.map((itemId) => ({ ...offer, itemId })));
    }
    // Nobody else takes cards of this account meanwhile: sales, crafts and trades wait for its lock.
    for (const offer of keep > 0 ? offers : []) {
      if ((await countCopies(tx, isHeldCopy(userId, offer))) < keep) {
        throw new AppError('card-not-held', {
          text: 'Your cards have changed. Check the list again.',
        });
      }
    }
    return { itemIds: listings.map(({ itemId }) => itemId), ...(await sellListings(listings)) };
  };
  const keyed = { userId, key, request };
  const [offer, ...others] = offers;
  const single = offer?.copies === 1 && others.length === 0 && keep === 0 ? offer : null;
  const answer = await queueForBooks(
    ctx,
    offers,
    async () =>
      (single && (await sellImmediately(ctx, keyed, single))) ??
      runIdempotent(ctx, keyed, work, (tx) => lockBooks(tx, offers)),
  );
  return { itemIds: answer.itemIds, sold: await rematchAfterSale(ctx, answer, offers) };
}

/** The number of open listings of an account. */
export async function countOpenListings(db: Queryable, userId: string): Promise<number> {
  const [row] = await db
    .select({ open: count() })
    .from(marketListings)
    .where(eq(marketListings.sellerId, userId));
  return row?.open ?? 0;
}

/** @throws AppError `listing-limit` if an account with `open` listings may not have `copies` more. */
export function requireListingLimit(open: number, copies: number): void {
  if (open + copies > marketConstants.openMax) throw new AppError('listing-limit');
}

async function listCopies(
  ctx: Ctx,
  tx: Transaction,
  userId: string,
  offer: SellOffer,
  restSince: Date | null,
): Promise<string[]> {
  const { copies } = offer;
  const values = { ...offer, userId, restSince, now: ctx.clock.now() };
  const rows = await storeListings(tx, values);
  requireListingLimit(rows[0]?.open ?? 0, copies);
  const itemIds = rows.flatMap(({ itemId }) => itemId ?? []);
  if (itemIds.length < copies) {
    if (await isTradingEnded(tx, [offer.gameId])) throw new AppError('game-hidden');
    // The cards that this statement listed are no longer held, so only resting ones are counted.
    const resting = restSince
      ? await countCopies(tx, and(isHeldCopy(userId, offer), isRestingCard(userId, restSince)))
      : 0;
    const enough = itemIds.length + resting >= copies;
    throw new AppError(enough ? 'card-resting' : 'card-not-held');
  }
  return itemIds;
}

const value = sql.placeholder;
const seller = sql`${value('userId')}::uuid`;
const restSince = sql`${value('restSince')}::timestamptz`;

/**
 * Lists copies of a card: one row for each, or one without an id. `open` is the number of open listings before.
 * The update checks the state again: of two sales of one card the later one finds it listed.
 */
const storeListings = prepareStatement<
  { itemId: string | null; open: number },
  Record<string, unknown> & SellOffer & { userId: string; restSince: Date | null; now: Date }
>(
  'list-cards',
  { itemId: nullable(uuid), open: integer },
  sql`with free as materialized (
    select id from ${cards}
    where owner_id = ${seller} and game_id = ${value('gameId')}::integer
      and kind_id = ${value('kindId')}::text and state = 'held'
      and (${restSince} is null or not ${isRestingCard(seller, restSince)})
      and ${isTradedGame(sql`${value('gameId')}::integer`)}
    order by id limit ${value('copies')}::integer for update
  ),
  escrow as (
    update ${cards} as card set state = 'listed' from free
    where card.id = free.id and card.state = 'held'
    returning card.id
  ),
  stored as (
    insert into ${marketListings} (card_id, seller_id, kind_id, game_id, price, listed_at)
    select id, ${seller}, ${value('kindId')}::text, ${value('gameId')}::integer,
      ${value('price')}::bigint, ${value('now')}::timestamptz
    from escrow
    returning id
  )
  select stored.id as "itemId",
    (select count(*) from ${marketListings} where seller_id = ${seller})::integer as open
  from (select) as one left join stored on true`,
);

function isHeldCopy(userId: string, { gameId, kindId }: Pick<SellOffer, 'gameId' | 'kindId'>) {
  return and(
    eq(cards.ownerId, userId),
    eq(cards.gameId, gameId),
    eq(cards.kindId, kindId),
    eq(cards.state, 'held'),
  );
}

async function countCopies(tx: Queryable, which: SQL | undefined): Promise<number> {
  const [row] = await tx.select({ copies: count() }).from(cards).where(which);
  return row?.copies ?? 0;
}
