import { backupConstants } from '#shared/constants/server/backups.ts';

/** When the backup of an hour begins. */
export function formatBackupTime(hour: number): string {
  return `${String(hour).padStart(2, '0')}:${backupConstants.minute} UTC`;
}
