import type { ErrorList } from './error-list.ts';

/** Errors of what moderators and admins do. */
export const moderationErrors = {
  'moderators-only': { status: 403, text: 'Only moderators can do this.' },
  'not-above': { status: 403, text: 'You cannot do this to a moderator or an admin.' },
  'admins-only': { status: 403, text: 'Only admins can do this.' },
  'moderate-self': { status: 403, text: 'You cannot do this to yourself.' },
  'already-suspended': { status: 409, text: 'This account is suspended already.' },
  'not-suspended': { status: 409, text: 'This account is not suspended.' },
  'role-not-had': { status: 409, text: 'This account does not have that role.' },
  'role-not-found': { status: 404, text: 'There is no such role.' },
  'role-had': { status: 409, text: 'This account has that role already.' },
} as const satisfies ErrorList;
