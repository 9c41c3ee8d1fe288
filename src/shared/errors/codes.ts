import type { ErrorList } from './error-list.ts';

/** Errors of codes that are made and redeemed. */
export const codeErrors = {
  // One text for every reason, so that nobody learns whether a code exists.
  'bad-code': {
    status: 400,
    text: 'This code gives you nothing. Check what you typed. A code can also be used up, ended or withdrawn, or give what you cannot have or have already. It was not used.',
  },
  'code-day-limit': { status: 409, text: 'No more codes can be made today.' },
  'codes-made': {
    status: 409,
    text: 'These codes were made already and cannot be shown again. If you have not saved them, withdraw them and make new ones.',
  },
  'code-gone': { status: 404, text: 'This cannot be withdrawn any more.' },
} as const satisfies ErrorList;
