export { PageFrame } from './components/page-frame.tsx';
export { ThemeColor } from './components/theme-color.tsx';
