export { tradeOfferPath } from './components/trade-paths.ts';
