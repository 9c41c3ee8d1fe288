import type { ErrorList } from './error-list.ts';

/** Errors of comments on profiles. */
export const commentErrors = {
  'comment-empty': { status: 400, text: 'Write something first.' },
  'comment-gone': { status: 404, text: 'This comment is no longer there.' },
} as const satisfies ErrorList;
