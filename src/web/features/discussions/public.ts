export { GameDiscussions } from './components/game-discussions.tsx';
