export { ProofLink } from './components/proof-link.tsx';
