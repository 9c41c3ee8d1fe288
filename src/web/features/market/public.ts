export { MarketTabs } from './components/market-tabs.tsx';
export { SellCardForm } from './components/selling/sell-card-form.tsx';
export { useSellCard } from './components/selling/use-sell-card.ts';
