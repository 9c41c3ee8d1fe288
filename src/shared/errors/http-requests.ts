import type { ErrorList } from './error-list.ts';

/** Errors of any request: input, origin, rate limits and idempotency keys. */
export const requestErrors = {
  'bad-input': { status: 400, text: 'Please check what you entered.' },
  'foreign-origin': { status: 403, text: 'This form was sent from another site.' },
  'not-found': { status: 404, text: 'Not found.' },
  'rate-limited': { status: 429, text: 'Rate limit exceeded. Please try again later.' },
  'key-reused': {
    status: 409,
    text: 'This form was sent before with other content. Reload the page.',
  },
} as const satisfies ErrorList;
