export { PlayBarLoader } from './components/play-bar-loader.tsx';
export { usePlayingFlag } from './components/playing-flag.ts';
