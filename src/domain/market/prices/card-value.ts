import { estimatedPrices } from '#shared/constants/market/estimated-prices.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import type { CardPrice } from './get-card-prices.ts';

/** What one copy of a card is worth, in cents. */
export interface CardValue {
  price: number;
  /** Whether nobody sold or offers the card, so that the price is the estimate for its rarity. */
  isEstimated: boolean;
}

/** The value of a card: the median, else the cheapest listing, else the estimate for its rarity; never nothing. */
export function toCardValue(
  { median, cheapest }: Pick<CardPrice, 'median' | 'cheapest'>,
  rarity: Rarity,
): CardValue {
  const known = median ?? cheapest;
  return { price: known ?? estimatedPrices[rarity], isEstimated: known === null };
}

/** The value of a card, but no less than the estimate for its rarity. */
export function atLeastEstimate(value: CardValue, rarity: Rarity): CardValue {
  return { ...value, price: Math.max(value.price, estimatedPrices[rarity]) };
}

/** The value of several cards. It is estimated if that of one of them is. */
export function sumCardValues(cards: readonly (CardValue & { copies: number })[]): CardValue {
  return {
    price: cards.reduce((sum, { price, copies }) => sum + price * copies, 0),
    isEstimated: cards.some(({ isEstimated }) => isEstimated),
  };
}
