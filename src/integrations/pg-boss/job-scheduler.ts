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
  /**
   * Lets `work` run whenever the job is started, by `setSchedule` or by hand. With `isByHand` it has no schedule: one
   * run waits or runs at a time, it is not tried again, and a run whose process ended counts as failed soon.
   */
  handle(
    name: string,
    work: () => Promise<void>,
    options: { maxMinutes: number; isByHand?: boolean },
  ): Promise<void>;
  /** Changes when a handled job runs by itself, on all nodes; null for never. */
  setSchedule(name: string, cron: string | null, maxMinutes: number): Promise<void>;
  /** Waits for running work, then stops. */
  stop(): Promise<void>;
}

/** How often a process looks for jobs: somebody waits for those that are started by hand. */
const startSeconds = 30;
const startByHandSeconds = 4;
/** A run by hand whose process has not been heard of for this long has failed. */
const heartbeatSeconds = 60;

/**
 * Schedules background jobs in the application's database. A failed job is logged and tried again.
 */
export async function createJobScheduler(executeSql: ExecuteSql, log: Log): Promise<JobScheduler> {
  const boss = new PgBoss({ db: { executeSql } });
  boss.on('error', (error) =>
    log.warn({ err: error }, 'the scheduler of background jobs reported an error'),
  );
  await boss.start();
  const handle = async (name: string, work: () => Promise<void>, isByHand: boolean) => {
    const pollingIntervalSeconds = isByHand ? startByHandSeconds : startSeconds;
    const end = isByHand ? 'a background job failed' : 'a background job failed; it is tried again';
    await boss.work(name, { pollingIntervalSeconds }, async () => {
      try {
        await measure({ kind: 'job', name, attributes: { 'guildhall.job': name } }, work);
      } catch (error) {
        log.error({ err: error, job: name }, end);
        throw error;
      }
    });
  };
  return {
    async schedule(name, cron, work, maxMinutes = 15) {
      await boss.createQueue(name);
      await handle(name, work, false);
      await boss.schedule(name, cron, null, { expireInSeconds: maxMinutes * 60 });
    },
    async handle(name, work, { maxMinutes, isByHand = false }) {
      const byHand = { policy: 'exclusive', retryLimit: 0, heartbeatSeconds } as const;
      await boss.createQueue(name, {
        expireInSeconds: maxMinutes * 60,
        ...(isByHand && byHand),
      });
      await handle(name, work, isByHand);
    },
    setSchedule: (name, cron, maxMinutes) =>
      cron === null
        ? boss.unschedule(name)
        : boss.schedule(name, cron, null, { expireInSeconds: maxMinutes * 60 }),
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}
