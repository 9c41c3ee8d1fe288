export { CardTitle } from './components/card-title.tsx';
export { cardPath, listingsPath, sellManyPath } from './components/market-paths.ts';
export { MarketTabs } from './components/market-tabs.tsx';
export { SellCardForm } from './components/sell-card-form.tsx';
export { useSellCard } from './components/use-sell-card.ts';
