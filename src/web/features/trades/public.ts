export { ChatTradeOffer } from './components/chat-trade-offer.tsx';
export { TradeLink } from './components/trade-link.tsx';
export { tradeOfferPath } from './components/trade-paths.ts';
