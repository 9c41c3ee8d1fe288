import type { ErrorList } from './error-list.ts';

/** Errors of chat messages. */
export const chatErrors = {
  'message-empty': { status: 400, text: 'Write something first.' },
  'message-failed': { status: 500, text: 'The message could not be sent. Please try again.' },
} as const satisfies ErrorList;
