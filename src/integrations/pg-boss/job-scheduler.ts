import { PgBoss } from 'pg-boss';
import type { Log } from '#domain/base-context.ts';
import { measure } from '#shared/lib/telemetry.ts';

/** Runs one SQL statement on the database of the jobs. */
export type ExecuteSql = (
  text: string,
  values?: unknown[],
) => Promise<{ rows: Record<string, unknown>[] }>;

export interface JobScheduler {
  /**
   * Runs `work` by the cron expression `cron` (UTC), on one node at a time. After `maxMinutes` it counts as
   * failed.
   */
  schedule(
    name: string,
    cron: string,
    work: () => Promise<void>,
    maxMinutes?: number,
  ): Promise<void>;
  /** Ends the schedule of an earlier start, if there is one. */
  unschedule(name: string): Promise<void>;
  /** Waits for running work, then stops. */
  stop(): Promise<void>;
}

/**
 * Schedules background jobs in the application's database. A failed job is logged and tried again.
 */
export async function createJobScheduler(executeSql: ExecuteSql, log: Log): Promise<JobScheduler> {
  const boss = new PgBoss({ db: { executeSql } });
  boss.on('error', (error) =>
    log.warn({ err: error }, 'the scheduler of background jobs reported an error'),
  );
  await boss.start();
  return {
    async schedule(name, cron, work, maxMinutes = 15) {
      await boss.createQueue(name);
      await boss.work(name, { pollingIntervalSeconds: 30 }, async () => {
        try {
          await measure({ kind: 'job', name, attributes: { 'guildhall.job': name } }, work);
        } catch (error) {
          log.error({ err: error, job: name }, 'a background job failed; it is tried again');
          throw error;
        }
      });
      await boss.schedule(name, cron, null, { expireInSeconds: maxMinutes * 60 });
    },
    unschedule: (name) => boss.unschedule(name),
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}
