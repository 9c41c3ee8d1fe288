export { sellOneCard } from './sell-one-card.ts';
