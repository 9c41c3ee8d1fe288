import type { ErrorList } from './error-list.ts';

/** Errors of who is not logged in, or only as a guest, and of parts that are off. Pages of players show them. */
export const accessErrors = {
  'login-required': { status: 401, text: 'No user data found. Please log in.' },
  'guest-not-allowed': {
    status: 403,
    text: 'Guests cannot do this. Register to keep your games and cards.',
  },
  'part-off': { status: 404, text: 'This part of the site is switched off.' },
} as const satisfies ErrorList;
