export { WishButton } from './components/wish-button.tsx';
export { useWishes, WishForm, WishToggle } from './components/wish-toggle.tsx';
