import type { ErrorList } from './error-list.ts';

/** Errors of play sessions, card awards and saves of games. */
export const gameplayErrors = {
  'game-not-owned': { status: 403, text: 'You do not own this game.' },
  'not-playing': { status: 409, text: 'This play session has ended. Start again to go on.' },
  'too-early': { status: 409, text: 'The next card is not ready yet.' },
  'award-limit': {
    status: 409,
    text: 'You have collected all cards of today. Come back tomorrow.',
  },
  'game-save-bytes': { status: 413, text: 'The save of a game may have 1 MB.' },
  'game-saves-full': {
    status: 409,
    text: 'Your saves of games take all the space that they may have. Delete one first.',
  },
  'game-save-account': {
    status: 409,
    text: 'Another account is logged in by now. Load this page again.',
  },
} as const satisfies ErrorList;
