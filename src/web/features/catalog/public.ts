export { GameCover } from './components/game-cover.tsx';
