import type { ErrorList } from './error-list.ts';

/** Errors of discussions and the comments in them. */
export const discussionErrors = {
  'discussion-gone': { status: 404, text: 'Discussion not found or failed to load.' },
  'discussion-failed': { status: 500, text: 'Discussion not found or failed to load.' },
  'discussions-failed': { status: 500, text: 'Failed to load discussions.' },
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
  'discussion-not-saved': {
    status: 500,
    text: 'The discussion could not be saved. Please try again.',
  },
  'discussion-action-failed': { status: 500, text: 'That did not work. Please try again.' },
} as const satisfies ErrorList;
