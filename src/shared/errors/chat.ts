import type { ErrorList } from './error-list.ts';

/** Errors of chat messages. */
export const chatErrors = {
  /** The database is unavailable. The message may be stored; sending it again is safe. */
  'message-failed': { status: 503, text: 'The message could not be sent. Please try again.' },
  'messages-refused': { status: 403, text: 'This player accepts no messages at the moment.' },
  'message-empty': { status: 400, text: 'Write something first.' },
} as const satisfies ErrorList;
