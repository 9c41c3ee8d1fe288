export { AcceptQuestion } from './components/accept-question.tsx';
export { ChatTradeOffer, type OfferInChat } from './components/chat-trade-offer.tsx';
export { TradeLink } from './components/trade-link.tsx';
