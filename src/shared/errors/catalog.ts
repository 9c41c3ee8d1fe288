import type { ErrorList } from './error-list.ts';

/** Errors of games and their purchase. */
export const catalogErrors = {
  'game-not-found': { status: 404, text: 'No game info available' },
  'lookup-failed': { status: 503, text: 'This game cannot be looked up at the moment.' },
} as const satisfies ErrorList;
