export { GameCardSet } from './components/game-card-set.tsx';
