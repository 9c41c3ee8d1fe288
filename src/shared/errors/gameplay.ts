import type { ErrorList } from './error-list.ts';

/** Errors of play sessions and card awards. */
export const gameplayErrors = {
  'game-not-owned': { status: 403, text: 'You do not own this game.' },
  'not-playing': { status: 409, text: 'This play session has ended. Start again to go on.' },
  'too-early': { status: 409, text: 'The next card is not ready yet.' },
  'award-limit': {
    status: 409,
    text: 'You have collected all cards of today. Come back tomorrow.',
  },
} as const satisfies ErrorList;
