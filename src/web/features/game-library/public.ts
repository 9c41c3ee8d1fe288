export { OwnedDelivery } from './components/owned-delivery.tsx';
export { OwnedDownloads } from './components/owned-downloads.tsx';
