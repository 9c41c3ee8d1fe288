import { z } from 'zod';
import { backupConstants } from '../../constants/server/backups.ts';
import { tickedBox } from '../fields/ticked-box.ts';
import { wholeNumberBetween } from '../fields/whole-number.ts';

const backupForm = z.object({ name: z.string().min(1).max(backupConstants.nameMax) });

/** Where a backup is: on the machine of the server, or as a copy in the bucket. */
const backupPlace = z.enum(['server', 'bucket']);
export type BackupPlace = z.output<typeof backupPlace>;

/** The form that deletes a backup, or the query that downloads one. */
export const placedBackupForm = backupForm.extend({ place: backupPlace.default('server') });

/** The form that restores a backup. */
export const restoreForm = backupForm.extend({ confirmation: z.string().max(20) });

/** The form with the schedule of backups. */
export const backupScheduleForm = z.object({
  isOn: tickedBox('on'),
  hour: wholeNumberBetween(0, 23, 'Choose an hour.'),
  keep: wholeNumberBetween(
    1,
    backupConstants.keepMax,
    `Write a whole number from 1 to ${backupConstants.keepMax}.`,
  ),
  isCopied: tickedBox('on'),
});
