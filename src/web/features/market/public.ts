export { MarketTabs } from './components/market-tabs.tsx';
export { SellCardForm } from './components/sell-card-form.tsx';
export { useSellCard } from './components/use-sell-card.ts';
