import { z } from 'zod';
import { backupConstants } from '../../constants/server/backups.ts';
import { wholeNumberBetween } from '../fields/whole-number.ts';

/** The form that names a backup, or the query that asks about one. */
export const backupForm = z.object({ name: z.string().min(1).max(backupConstants.nameMax) });

/** The form that restores a backup. */
export const restoreForm = backupForm.extend({ confirmation: z.string().max(20) });

/** The form with the schedule of backups. */
export const backupScheduleForm = z.object({
  isOn: z
    .literal('on')
    .optional()
    .transform((value) => value === 'on'),
  hour: wholeNumberBetween(0, 23, 'Choose an hour.'),
  keep: wholeNumberBetween(
    1,
    backupConstants.keepMax,
    `Write a whole number from 1 to ${backupConstants.keepMax}.`,
  ),
});
