import type { Ctx } from '../../context.ts';
import { getSiteSettings } from '../../site/read-site-settings.ts';
import type { BackupSchedule } from '../server-operations.ts';

type ScheduleCtx = Pick<Ctx, 'db' | 'clock' | 'readCache' | 'operations'>;

/** When backups are made by themselves: what an admin saved, otherwise what the configuration of the server says. */
export async function readBackupSchedule(ctx: ScheduleCtx): Promise<BackupSchedule> {
  const { backupSchedule } = await getSiteSettings(ctx);
  return backupSchedule === 'configured' ? ctx.operations.backups.defaultSchedule : backupSchedule;
}
