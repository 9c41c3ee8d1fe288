import type { ErrorList } from './error-list.ts';

/** Errors of chat messages. */
export const chatErrors = {
  'message-empty': { status: 400, text: 'Write something first.' },
} as const satisfies ErrorList;
