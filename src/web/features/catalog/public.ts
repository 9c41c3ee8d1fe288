export { GameCover } from './components/game-cover.tsx';
export { GamePriceText } from './components/game-price-text.tsx';
