import type { ErrorList } from './error-list.ts';

/** Errors of the file service. Where its clients know a text of Uploadcare, it is the same text. */
export const fileRestApiErrors = {
  'service-unsigned': { status: 401, text: 'Authentication credentials were not provided.' },
  'service-key': { status: 401, text: 'Incorrect authentication credentials.' },
  'service-signature': { status: 401, text: 'Invalid signature. Please check your Secret key.' },
  'service-date': {
    status: 401,
    text: 'The date of this request is too far from ours. Please check your clock.',
  },
} as const satisfies ErrorList;
