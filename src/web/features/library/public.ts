export { OwnedDelivery } from './components/owned-delivery.tsx';
