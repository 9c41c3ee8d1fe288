import type { ErrorList } from './error-list.ts';

/** Errors of discussions and the comments in them. */
export const discussionErrors = {
  'discussion-gone': { status: 404, text: 'Discussion not found or failed to load.' },
  'discussion-empty': { status: 400, text: 'A discussion needs a title and content.' },
  'discussion-private': {
    status: 403,
    text: 'Private discussion. You cannot write comments here!',
  },
  'discussion-full': {
    status: 409,
    text: 'This discussion is full: it has 100,000 comments. Begin another one to go on.',
  },
  'not-author': { status: 403, text: 'Only its author can change this discussion.' },
} as const satisfies ErrorList;
