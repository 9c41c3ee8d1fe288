export { CardOdds } from './components/card-odds.tsx';
export { CardPicture } from './components/card-picture.tsx';
export { GameCardSet } from './components/game-card-set.tsx';
export { RarityBadge, RaritySymbol, rarityNames } from './components/rarity-badge.tsx';
