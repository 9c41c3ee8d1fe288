export { BadgeEmblem } from './components/badge-emblem.tsx';
