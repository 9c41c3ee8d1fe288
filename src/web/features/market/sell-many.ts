import type { Ctx } from '#domain/context.ts';
import type { CardFailure } from '#domain/market/bulk/card-failure.ts';
import { type CardName, findCardNames } from '#domain/market/bulk/find-card-names.ts';
import { sellManyCards } from '#domain/market/bulk/sell-many-cards.ts';
import {
  findUnconfirmedSale,
  type ImmediateSale,
  previewSales,
} from '#domain/market/orders/preview-sale.ts';
import type { SellOffer } from '#domain/market/selling/sell-cards.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { sellDuplicatesInput } from '#shared/schemas/market/market.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';

/** What will happen to the cards of the form. Prices in cents. */
export interface SaleReview {
  cards: (SellOffer & { card: CardName | null; atOnce: number })[];
  /** Whether last copies may be sold. */
  all: boolean;
  atOnce: ImmediateSale;
}

interface ReviewAnswer {
  review: SaleReview;
  /** The prices by the names of their fields. */
  typedPrices: Record<string, string>;
}

interface SoldAnswer {
  /** The copies that are for sale, those that orders bought at once, and the sum of their prices in cents. */
  listed: number;
  sold: number;
  soldFor: number;
  failures: CardFailure[];
}

/**
 * Handles the form that sells many cards. Its first step, `review`, sells nothing and says what will happen;
 * so does the second one when orders would buy cards at once and the form does not say that the seller knows.
 */
export async function sellMany(ctx: Ctx, form: FormData): Promise<ReviewAnswer | SoldAnswer> {
  const { key, confirmed, keep, offers } = parseInput(sellDuplicatesInput, form);
  const preview =
    form.get('intent') === 'review'
      ? await previewSales(ctx, offers)
      : await findUnconfirmedSale(ctx, { offers, confirmed });
  if (preview) {
    const names = await findCardNames(ctx, offers);
    const cards = offers.map((offer, place) => ({
      ...offer,
      card: names[place] ?? null,
      atOnce: preview.offers[place]?.copies ?? 0,
    }));
    const typed = Object.fromEntries(
      offers.map(({ gameId, kindId, price }) => [
        `price:${gameId}:${kindId}`,
        formatDecimal(price),
      ]),
    );
    const { copies, amount } = preview;
    return { review: { cards, all: keep === 0, atOnce: { copies, amount } }, typedPrices: typed };
  }
  const results = await sellManyCards(ctx, { offers, keep, key });
  const sold = results.flatMap((result) => result.sold);
  return {
    listed: results.reduce((sum, result) => sum + result.listed, 0),
    sold: sold.length,
    soldFor: sold.reduce((sum, { price }) => sum + price, 0),
    failures: results.flatMap(({ offer, card, failure }) =>
      failure === null ? [] : [{ id: `${offer.gameId}:${offer.kindId}`, card, text: failure }],
    ),
  };
}
