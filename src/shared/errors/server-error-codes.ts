import type { AppErrorCode } from './app-error.ts';

/** The expected errors with a status from 500 on: the server could not do it now. A test compares it with the list. */
export const serverErrorCodes = new Set<AppErrorCode>([
  'sign-on-unavailable',
  'encryption-unavailable',
  'lookup-failed',
  'keys-unavailable',
  'message-failed',
  'download-missing',
  'downloads-busy',
  'download-disk-full',
  'pictures-busy',
  'picture-failed',
  'no-space-for-backup',
]);
