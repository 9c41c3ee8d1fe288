import { PgBoss, type SendOptions } from 'pg-boss';
import type { FailedRun, JobMonitor, JobStatus } from '#domain/system/server-operations.ts';
import type { ExecuteSql } from './job-scheduler.ts';

/** A job that an admin starts again within this time is not started twice. */
const onceInSeconds = 60;

/** The library has no function for the newest run of each queue. A queue without a schedule has no worker any more. */
const listJobs = `
  select queue.name, schedule.cron, run.state::text, run.started_on, run.completed_on,
    run.output ->> 'message' as error, failed.failures
  from pgboss.queue
  join pgboss.schedule on schedule.name = queue.name
  left join lateral (
    select state, started_on, completed_on, output from pgboss.job
    where job.name = queue.name and started_on is not null
    order by started_on desc limit 1
  ) as run on true
  left join lateral (
    select count(*)::integer as failures from pgboss.job
    where job.name = queue.name and state = 'failed'
  ) as failed on true
  order by queue.name
  limit 100`;

const findRun = `
  select state::text, created_on, completed_on, output ->> 'message' as error from pgboss.job
  where name = $1 order by created_on desc limit 1`;

interface RunRow {
  state: string;
  created_on: Date;
  completed_on: Date | null;
  error: string | null;
}

/** Runs of jobs that have no schedule any more have no worker, so a retry would wait for ever. */
const listFailedRuns = `
  select job.id::text, job.name, job.started_on as "startedAt", job.output ->> 'message' as error
  from pgboss.job
  join pgboss.schedule on schedule.name = job.name
  where job.state = 'failed' and job.started_on is not null
  order by job.started_on desc, job.id
  limit 20`;

interface Row {
  name: string;
  cron: string;
  state: NonNullable<JobStatus['lastRun']>['state'] | null;
  started_on: Date;
  completed_on: Date | null;
  error: string | null;
  failures: number;
}

/** Reads and starts the background jobs of `createJobScheduler`, from any process. */
export function createJobMonitor(executeSql: ExecuteSql): JobMonitor {
  /** It works no jobs and keeps no timers, so it can be made for one call. */
  async function withBoss<Result>(act: (boss: PgBoss) => Promise<Result>): Promise<Result> {
    const boss = new PgBoss({ db: { executeSql }, supervise: false, schedule: false });
    await boss.start();
    try {
      return await act(boss);
    } finally {
      await boss.stop({ graceful: false });
    }
  }
  const send = (name: string, options: SendOptions) =>
    withBoss(async (boss) => (await boss.send(name, null, options)) !== null);

  return {
    async list() {
      const { rows } = await executeSql(listJobs);
      return (rows as unknown as Row[]).map(toStatus);
    },
    start: (name) =>
      send(name, { singletonKey: 'started by an admin', singletonSeconds: onceInSeconds }),
    // The policy of its queue lets one run wait or run at a time.
    startByHand: (name) => send(name, {}),
    async findRun(name) {
      const { rows } = await executeSql(findRun, [name]);
      const [run] = rows as unknown as RunRow[];
      if (!run) return null;
      const { state, created_on: requestedAt, completed_on: endedAt } = run;
      if (state === 'created' || state === 'retry' || state === 'active') {
        const waits = state === 'active' ? 'active' : 'waiting';
        return { state: waits, requestedAt, endedAt: null, error: null };
      }
      const hasFailed = state !== 'completed';
      return {
        state: hasFailed ? 'failed' : 'completed',
        requestedAt,
        endedAt,
        error: hasFailed ? (run.error ?? 'It was stopped.') : null,
      };
    },
    async listFailed() {
      const { rows } = await executeSql(listFailedRuns);
      return rows as unknown as FailedRun[];
    },
    async retry({ name, id }) {
      // The library does not say whether it found the run, so what has failed is read before.
      const { rows } = await executeSql(
        `select 1 from pgboss.job where name = $1 and id = $2 and state = 'failed'`,
        [name, id],
      );
      if (rows.length === 0) return false;
      await withBoss((boss) => boss.retry(name, id));
      return true;
    },
  };
}

function toStatus({ name, cron, state, failures, ...run }: Row): JobStatus {
  const lastRun = state && {
    state,
    startedAt: run.started_on,
    endedAt: run.completed_on,
    error: state === 'failed' || state === 'retry' ? run.error : null,
  };
  return { name, cron, lastRun, failures };
}
