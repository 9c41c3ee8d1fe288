import type { MarketView } from '#shared/constants/market/market-view.ts';

/** The page of the market in this view. */
export function getMarketViewPath(view: MarketView): string {
  return view === 'cards' ? '/community/market/cards' : '/community/market';
}
