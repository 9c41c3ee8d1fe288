import { readBackupSchedule } from '#domain/system/backups/backup-schedule.ts';
import type { JobScheduler } from '#integrations/pg-boss/job-scheduler.ts';
import { backupConstants } from '#shared/constants/server/backups.ts';
import { BackupError } from '../backup/backup-file.ts';
import { failUnfinishedRestore, readRestore } from '../backup/restore-state.ts';
import type { Services } from '../bootstrap/services.ts';
import type { ScriptRunner } from './run-script.ts';

/** A backup of a large database takes hours. */
const maxMinutes = 12 * 60;
/** A change of the schedule is told by an event, which can be lost. */
const readScheduleEveryMs = 10 * 60 * 1000;

/**
 * Makes the backups and prepares the restores that admins ask for, makes a backup a day at the hour of the schedule,
 * which holds at once when it is changed, and copies each backup to the bucket if that is chosen. Returns the function
 * that ends it.
 */
export async function startMakingBackups(
  services: Services,
  jobs: JobScheduler,
  scripts: ScriptRunner,
): Promise<() => Promise<void>> {
  const { config, events, log } = services;
  const { job, jobByHand, jobRestore, jobCopy, minute } = backupConstants;
  const { copies } = services.operations.backups;
  const stopping = new AbortController();
  async function prepareRestore(): Promise<void> {
    try {
      const restore = await readRestore(config.DATA_DIR);
      if (restore) await copies.fetch(restore.file, stopping.signal);
      await scripts.run('prepare-restore', []);
    } catch (error) {
      // A script that was killed could not say so itself.
      const text = error instanceof BackupError ? error.message : 'It was stopped.';
      await failUnfinishedRestore(config.DATA_DIR, text);
      throw error;
    }
  }
  /** A job of its own: a backup was made also when it cannot be copied. */
  async function makeBackup(options: string[], more?: Record<string, string>): Promise<void> {
    await scripts.run('backup', options, more);
    const { isCopied } = await readBackupSchedule(services);
    if (isCopied) await copies.start();
  }
  let applied: string | null | undefined;
  async function follow(): Promise<void> {
    const { isOn, hour } = await readBackupSchedule(services);
    const cron = isOn ? `${minute} ${hour} * * *` : null;
    if (cron === applied) return;
    await jobs.setSchedule(job, cron, maxMinutes);
    applied = cron;
  }

  await jobs.handle(jobByHand, () => makeBackup([]), { maxMinutes, isByHand: true });
  await jobs.handle(
    job,
    async () => {
      const { keep } = await readBackupSchedule(services);
      await makeBackup(['--nightly'], { BACKUP_KEEP: String(keep) });
    },
    { maxMinutes },
  );
  await jobs.handle(jobRestore, prepareRestore, { maxMinutes, isByHand: true });
  await jobs.handle(
    jobCopy,
    async () => {
      const { keep } = await readBackupSchedule(services);
      await copies.copyNewest({ keep, signal: stopping.signal });
    },
    { maxMinutes, isByHand: true },
  );
  await follow();
  let following = Promise.resolve();
  const followAgain = () => {
    following = following.then(follow).catch((error: unknown) => {
      log.warn({ err: error }, 'the schedule of backups could not be changed; it is tried again');
    });
  };
  const timer = setInterval(followAgain, readScheduleEveryMs).unref();
  const stopListening = events.listen(({ type }) => {
    if (type === 'site-changed' || type === 'resynchronize') followAgain();
  });
  return async () => {
    clearInterval(timer);
    stopListening();
    stopping.abort();
    await following;
  };
}
