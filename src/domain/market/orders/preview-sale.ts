import type { Ctx } from '../../context.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import { withCurrentRules } from '../../site/current-rules.ts';
import type { BookCard } from './book-lock.ts';
import { chooseFills } from './choose-fills.ts';
import { fillsMax, findOrdersForListings, toListingValues } from './find-order-listing-pairs.ts';
import type { Offer } from './sell-into-orders.ts';

/** Copies of one card that the actor would put up for sale at one price. */
interface OfferedCopies extends Offer {
  copies: number;
}

/** What open orders buy at once: the number of copies, and the sum of their prices in cents. */
export interface ImmediateSale {
  copies: number;
  amount: number;
}

/**
 * What the actor would sell at once by listing copies of cards at their prices, in all and for each offer.
 * It counts 20 copies at most. For the text before a seller confirms.
 * @throws AppError `login-required`, `guest-not-allowed`
 */
export async function previewSales(
  ctx: Ctx,
  offers: readonly OfferedCopies[],
): Promise<ImmediateSale & { offers: ImmediateSale[] }> {
  const { id: userId } = requirePlayer(ctx);
  const cards = new Map(offers.map((offer) => [toKey(offer), offer]));
  const values = toListingValues(await withCurrentRules(ctx), userId, [...cards.values()]);
  const found = await findOrdersForListings(ctx.db, values);
  const pairs = found.flatMap((pair) => {
    const key = toKey({ ...pair, price: pair.itemPrice });
    return offers.flatMap((offer, place) =>
      toKey(offer) === key
        ? Array.from({ length: Math.min(offer.copies, fillsMax) }, (_, copy) => ({
            ...pair,
            itemId: `${place}:${copy}`,
          }))
        : [],
    );
  });
  const fills = chooseFills(pairs, { feePercent: values.feePercent, fillsMax });
  const byOffer = offers.map((_, place) =>
    sumUp(fills.filter(({ itemId }) => itemId.startsWith(`${place}:`))),
  );
  return { ...sumUp(fills), offers: byOffer };
}

/**
 * What the actor would sell at once by listing copies of a card at a price, see `previewSales`.
 * @throws AppError `login-required`, `guest-not-allowed`
 */
export async function previewSale(ctx: Ctx, offer: OfferedCopies): Promise<ImmediateSale> {
  const { copies, amount } = await previewSales(ctx, [offer]);
  return { copies, amount };
}

/**
 * The sale at once that the seller has not confirmed, or null. `confirmed` is what the seller was told to get
 * from orders, in cents; 0 if nothing. An order that pays more than that needs no second question.
 * @throws AppError `login-required`, `guest-not-allowed`
 */
export async function findUnconfirmedSale(
  ctx: Ctx,
  { offers, confirmed }: { offers: readonly OfferedCopies[]; confirmed: number },
): Promise<(ImmediateSale & { offers: ImmediateSale[] }) | null> {
  const sale = await previewSales(ctx, offers);
  const isConfirmed = sale.copies === 0 || (confirmed > 0 && sale.amount >= confirmed);
  return isConfirmed ? null : sale;
}

/**
 * The price in cents at which an order would buy a copy of the card from the actor at once; null if none
 * would, and for visitors and guests.
 */
export async function findBestOrder(ctx: Ctx, card: BookCard): Promise<number | null> {
  if (!ctx.actor || ctx.actor.role === 'guest') return null;
  const { copies, amount } = await previewSale(ctx, { ...card, price: 1, copies: 1 });
  return copies > 0 ? amount : null;
}

const toKey = ({ gameId, kindId, price }: Offer) => `${gameId} ${kindId} ${price}`;

function sumUp(fills: readonly { price: number }[]): ImmediateSale {
  return { copies: fills.length, amount: fills.reduce((sum, { price }) => sum + price, 0) };
}
