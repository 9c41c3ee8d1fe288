import type { ErrorList } from './error-list.ts';

/** Errors of friendships, friend requests and blocks. */
export const friendErrors = {
  'friend-self': { status: 409, text: 'You cannot send yourself a friend request.' },
  'already-friends': { status: 409, text: 'You are already friends.' },
  'request-pending': { status: 409, text: 'You have already sent a friend request.' },
  'request-limit': {
    status: 409,
    text: 'You have 20 friend requests without an answer. Wait for some of them.',
  },
  'friend-limit': { status: 409, text: 'One of you has as many friends as can be.' },
  'request-gone': { status: 409, text: 'This friend request is no longer there.' },
  'not-friends': { status: 403, text: 'You are not friends.' },
  /** Does not reveal who blocked whom. */
  'not-reachable': { status: 403, text: 'This player cannot be reached.' },
  'block-self': { status: 409, text: 'You cannot block yourself.' },
} as const satisfies ErrorList;
