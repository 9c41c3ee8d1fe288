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
  'thing-gone': { status: 404, text: 'This is no longer there.' },
  'report-own': { status: 403, text: 'You cannot report yourself.' },
  'case-gone': { status: 404, text: 'There is no such case.' },
  'case-closed': { status: 409, text: 'Another moderator has closed this case.' },
  'case-taken': { status: 409, text: 'Another moderator works on this case.' },
  'case-not-taken': { status: 409, text: 'You no longer work on this case.' },
  'case-own': {
    status: 403,
    text: 'You reported this yourself. Another moderator has to decide it.',
  },
  'not-deletable': { status: 400, text: 'A profile cannot be deleted here.' },
  'act-gone': { status: 404, text: 'There is no such act.' },
  'appeal-late': { status: 409, text: 'The time for an appeal is over.' },
  'appeal-again': { status: 409, text: 'You have appealed already.' },
  'appeal-gone': { status: 404, text: 'There is no such appeal.' },
  'appeal-decided': { status: 409, text: 'This appeal was decided already.' },
  'appeal-own-act': {
    status: 403,
    text: 'This appeal is against your own act. Another moderator has to decide it.',
  },
  'last-admin': {
    status: 409,
    text: 'A site needs an admin. Make somebody else an admin first.',
  },
  'note-gone': { status: 404, text: 'There is no such note.' },
  'note-limit': {
    status: 409,
    text: 'An account can have 50 notes. Delete some of them first.',
  },
  'sign-on-account': {
    status: 409,
    text: 'This account has no password: its owner logs in by single sign-on.',
  },
  muted: { status: 403, text: 'You cannot write at the moment.' },
  'role-had': { status: 409, text: 'This account has that role already.' },
} as const satisfies ErrorList;
