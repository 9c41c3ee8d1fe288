import { readBackupSchedule } from '#domain/system/backups/backup-schedule.ts';
import type { JobScheduler } from '#integrations/pg-boss/job-scheduler.ts';
import { backupConstants } from '#shared/constants/server/backups.ts';
import { failUnfinishedRestore } from '../backup/restore-state.ts';
import type { Services } from '../bootstrap/services.ts';
import type { ScriptRunner } from './run-script.ts';

/** A backup of a large database takes hours. */
const maxMinutes = 12 * 60;
/** A change of the schedule is told by an event, which can be lost. */
const readScheduleEveryMs = 10 * 60 * 1000;

/**
 * Makes the backups and prepares the restores that admins ask for, and makes a backup a day at the hour of the schedule, which holds at once when it is
 * changed. Returns the function that ends following it.
 */
export async function startMakingBackups(
  services: Services,
  jobs: JobScheduler,
  scripts: ScriptRunner,
): Promise<() => Promise<void>> {
  const { config, events, log } = services;
  const { job, jobByHand, jobRestore, minute } = backupConstants;
  async function prepareRestore(): Promise<void> {
    try {
      await scripts.run('prepare-restore', []);
    } catch (error) {
      // A script that was killed could not say so itself.
      await failUnfinishedRestore(config.DATA_DIR, 'It was stopped.');
      throw error;
    }
  }
  let applied: string | null | undefined;
  async function follow(): Promise<void> {
    const { isOn, hour } = await readBackupSchedule(services);
    const cron = isOn ? `${minute} ${hour} * * *` : null;
    if (cron === applied) return;
    await jobs.setSchedule(job, cron, maxMinutes);
    applied = cron;
  }

  await jobs.handle(jobByHand, () => scripts.run('backup', []), { maxMinutes, isByHand: true });
  await jobs.handle(
    job,
    async () => {
      const { keep } = await readBackupSchedule(services);
      await scripts.run('backup', ['--nightly'], { BACKUP_KEEP: String(keep) });
    },
    { maxMinutes },
  );
  await jobs.handle(jobRestore, prepareRestore, { maxMinutes, isByHand: true });
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
    await following;
  };
}
