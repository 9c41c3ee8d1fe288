import type { Ctx } from '#domain/context.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import { readBackupSchedule } from './backup-schedule.ts';

/**
 * What the page 'Backups' shows. What cannot be read is null, because the page is needed most when something is broken.
 * @throws AppError `login-required`, `admins-only`.
 */
export async function listBackups(ctx: Ctx) {
  requireAdmin(ctx);
  const { log, operations } = ctx;
  const { backups, restores } = operations;
  const orNull = <Value>(reading: Promise<Value>) =>
    reading.catch((error: unknown) => {
      log.warn({ err: error }, 'a part of the backups could not be read');
      return null;
    });
  const [schedule, files, run, space, restore, doneRestores, copies, copyRun] = await Promise.all([
    readBackupSchedule(ctx),
    orNull(backups.list()),
    orNull(backups.findRun()),
    orNull(backups.readSpace()),
    orNull(restores.find()),
    orNull(restores.listDone()),
    orNull(backups.copies.list()),
    orNull(backups.copies.findRun()),
  ]);
  const { includesDatabase, includesPictures } = backups;
  return {
    schedule,
    files,
    run,
    space,
    restore,
    doneRestores: doneRestores ?? [],
    includesDatabase,
    includesPictures,
    bucket: backups.copies.bucket,
    copies,
    copyRun,
  };
}
