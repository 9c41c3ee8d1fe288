export { readCatalogId } from './read-catalog-id.ts';
