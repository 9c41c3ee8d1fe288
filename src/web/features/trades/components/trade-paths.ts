/** The page of the player's trade offers. */
export const tradesPath = '/community/market/trades';

/** The page of one offer. */
export function tradeOfferPath(offerId: string): string {
  return `${tradesPath}/${encodeURIComponent(offerId)}`;
}
