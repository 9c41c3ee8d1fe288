import type { ErrorList } from './error-list.ts';

/** Errors of groups. */
export const groupErrors = {
  'group-gone': { status: 404, text: 'This group does not exist any more.' },
  'group-name-taken': { status: 409, text: 'Another group has this name.' },
  'group-limit': { status: 409, text: 'A site has at most 500 groups. Delete one first.' },
  'group-joined': { status: 409, text: 'This player is already in the group.' },
  'group-not-joined': { status: 409, text: 'This player is not in the group.' },
  'groups-full': { status: 409, text: 'An account can be in 50 groups at most.' },
  'group-closed': { status: 403, text: 'Nobody enters this group in this way.' },
  'group-asked': { status: 409, text: 'You have already asked to join.' },
  'group-request-limit': {
    status: 409,
    text: 'You have asked to join 10 groups. Wait for an answer, or withdraw a request.',
  },
  'group-refused': {
    status: 409,
    text: 'A leader refused you lately. You can ask again a week after that.',
  },
  'group-request-gone': { status: 409, text: 'This request is no longer there.' },
  'group-leaders-only': { status: 403, text: 'Only the leaders of the group can do that.' },
  'group-leader-limit': { status: 409, text: 'A group has at most 20 leaders.' },
  'group-limits': {
    status: 403,
    text: 'This group limits what you see. Only an admin can take you out of it.',
  },
  'right-lacking': {
    status: 403,
    text: 'This would give rights that you do not have yourself.',
  },
} as const satisfies ErrorList;
