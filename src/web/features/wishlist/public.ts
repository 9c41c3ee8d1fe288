export { WishButton } from './components/wish-button.tsx';
