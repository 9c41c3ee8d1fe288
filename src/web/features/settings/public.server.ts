export { runProvenAction } from './run-proven-action.ts';
