import { PgBoss } from 'pg-boss';
import type { Log } from '#domain/base-context.ts';

/** Runs one statement on the database that the jobs live in. */
type ExecuteSql = (
  text: string,
  values?: unknown[],
) => Promise<{ rows: Record<string, unknown>[] }>;

export interface Jobs {
  /** Does `work` by the cron expression `cron` (UTC), on one node of all at a time. */
  schedule(name: string, cron: string, work: () => Promise<void>): Promise<void>;
  /** Waits for work under way, then stops. */
  stop(): Promise<void>;
}

/** Background work in the database that is there anyway; what fails is tried again, and logged. */
export async function createJobs(executeSql: ExecuteSql, log: Log): Promise<Jobs> {
  const boss = new PgBoss({ db: { executeSql } });
  boss.on('error', (error) => log.warn({ err: error }, 'background jobs had trouble'));
  await boss.start();
  return {
    async schedule(name, cron, work) {
      await boss.createQueue(name);
      await boss.work(name, { pollingIntervalSeconds: 30 }, async () => {
        try {
          await work();
        } catch (error) {
          log.error({ err: error, job: name }, 'a background job failed; it is tried again');
          throw error;
        }
      });
      await boss.schedule(name, cron);
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}
