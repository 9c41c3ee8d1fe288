export { chatPath } from './components/chat-paths.ts';
