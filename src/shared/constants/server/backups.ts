export const backupConstants = {
  /** The job of the schedule, and those that an admin starts. */
  job: 'backup',
  jobByHand: 'backup-by-hand',
  jobRestore: 'restore',
  jobCopy: 'copy-backup',
  /** A scheduled backup begins at this minute of its hour. */
  minute: 47,
  /** The hour of the schedule, in UTC, until an admin chooses one. */
  hour: 2,
  keepMax: 365,
  /** What an admin types before a restore. */
  confirmation: 'RESTORE',
  nameMax: 100,
} as const;
