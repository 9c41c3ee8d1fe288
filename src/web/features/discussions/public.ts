export { latestCommentPath } from './components/discussion-paths.ts';
export { GameDiscussions } from './components/game-discussions.tsx';
