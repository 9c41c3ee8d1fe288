import type { ErrorList } from './error-list.ts';

/** Errors of what admins do with the site. */
export const administrationErrors = {
  'job-waiting': {
    status: 409,
    text: 'This job is running, or was started less than a minute ago.',
  },
  'backup-running': {
    status: 409,
    text: 'A backup is being made. It is in the list when it is complete.',
  },
  'no-space-for-backup': {
    status: 507,
    text: 'The disk is too full for a backup. Delete old ones or make room, then try again.',
  },
  'restore-exists': {
    status: 409,
    text: 'A restore is prepared already. Cancel it first.',
  },
  'no-restore': { status: 409, text: 'There is no restore that can be cancelled now.' },
  'restore-not-confirmed': { status: 400, text: 'Type the word RESTORE to confirm.' },
  'restore-in-terminal': {
    status: 409,
    text: 'This backup can be restored in the terminal only: npm run restore.',
  },
  'backup-gone': { status: 404, text: 'This backup is not there any more.' },
  'example-account': {
    status: 409,
    text: 'This is an example player. Nobody can log in to it, and it is removed with the other ones.',
  },
  'no-example-community': {
    status: 409,
    text: 'There is no example community that can be removed.',
  },
  'set-in-environment': {
    status: 409,
    text: 'The environment of the server sets this service, so it cannot be changed here.',
  },
  'files-in-bucket': {
    status: 409,
    text: 'Files of this site are in the bucket. They are not moved, so they would be missing: keep this bucket. To leave it, copy its objects yourself, and set the new one in the environment of the server, as S3_ENDPOINT and the settings beside it.',
  },
  'no-bucket': {
    status: 409,
    text: 'The site has no bucket. Set one on the page Services.',
  },
  'origin-needed': {
    status: 409,
    text: 'Set ORIGIN, the public address of the site, in the environment first: links in mails start with it.',
  },
  'setting-change-gone': { status: 404, text: 'There is no such change.' },
  'setting-changed-since': {
    status: 409,
    text: 'This setting was changed again since then. Look at the latest value.',
  },
  'bad-set-up-link': {
    status: 400,
    text: 'This link cannot be used any more. Each start of the server prints a new one while there is no admin.',
  },
  'invitation-limit': {
    status: 409,
    text: '200 invitations can be open at a time. Withdraw some of them first.',
  },
  /** The text says what is wrong. */
  'bad-people-file': { status: 400, text: 'This file cannot be read.' },
  'people-changed': {
    status: 409,
    text: 'Somebody took a username or an email of the file meanwhile, or deleted a group. Nothing was written. Check the file again.',
  },
  'audit-open': { status: 409, text: 'An audit is waiting or running already.' },
  'invitation-gone': { status: 404, text: 'This invitation cannot be used any more.' },
} as const satisfies ErrorList;
