export { PlayBarLoader } from './components/play-bar-loader.tsx';
