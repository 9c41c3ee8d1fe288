export { ProfileError } from './components/profile-error.tsx';
