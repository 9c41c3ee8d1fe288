export { PlayBarLoader } from './components/play-bar-loader.tsx';
export { usePlayingFlag } from './components/remember-playing.ts';
