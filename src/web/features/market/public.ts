export { cardPath, listingsPath } from './components/market-paths.ts';
export { SellForm } from './components/sell-form.tsx';
export { useSellCard } from './components/use-sell-card.ts';
