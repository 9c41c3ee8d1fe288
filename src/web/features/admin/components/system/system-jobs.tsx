import type { FailedRun, JobStatus } from '#domain/system/server-operations.ts';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { DataTable } from '#web/ui/lists/data-table.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

/** What each job does. Jobs of a newer version have no text here. */
const jobNames: Record<string, string> = {
  audit: 'Audit of the economy',
  'audit-requests': 'Audits that admins request',
  backup: 'Backup',
  erasures: 'Erasure of deleted accounts',
  exports: 'Clean-up of data exports',
  nightly: 'Clean-up of expired data',
  orders: 'End and matching of orders',
  owners: 'Owners of games',
  'price-alerts': 'Price alerts',
  'rate-counts': 'Clean-up of rate limits',
  sales: 'Statistics of sales and of the economy',
  'trade-offers': 'End of trade offers',
  uploads: 'Clean-up of uploads and downloads',
};

const states = {
  active: 'Running',
  completed: 'Done',
  failed: 'Failed',
  retry: 'Failed, is tried again',
  cancelled: 'Cancelled',
} as const;

const cellClass = 'align-top max-lg:p-0 px-5 py-3.5';

/** The background jobs with their newest runs. Each can be started again. */
export function SystemJobs({ jobs }: { jobs: readonly JobStatus[] }) {
  return (
    <DataTable from="lg" headings={['Job', 'Newest run', 'Failed runs', { right: 'Start' }]}>
      {jobs.map(({ name, cron, lastRun, failures }) => (
        <tr key={name} className="max-lg:grid max-lg:gap-2 max-lg:px-5 max-lg:py-4">
          <td className={cellClass}>
            <p className="font-semibold">{jobNames[name] ?? name}</p>
            <p className="text-sm text-muted">{describeSchedule(cron)}</p>
          </td>
          <td className={cellClass}>
            <LastRun run={lastRun} />
          </td>
          <td
            className={`${cellClass} tabular-nums ${failures > 0 ? 'text-danger' : 'text-muted'}`}
          >
            <span className="lg:hidden">Failed runs: </span>
            {failures}
          </td>
          <td className={`${cellClass} lg:text-right`}>
            <ButtonForm values={{ intent: 'start-job', name }}>
              Run now
              <span className="sr-only">: {jobNames[name] ?? name}</span>
            </ButtonForm>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

/** The newest runs that failed. Each can be tried once more. */
export function FailedRuns({ runs }: { runs: readonly FailedRun[] }) {
  return (
    <Panel title="Failed runs">
      <ul className="grid">
        {runs.map(({ id, name, startedAt, error }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-t-0"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p>
                <span className="font-semibold">{jobNames[name] ?? name}</span>,{' '}
                <DateTime value={startedAt} />
              </p>
              {error !== null && <p className="text-sm text-muted wrap-anywhere">{error}</p>}
            </div>
            <ButtonForm values={{ intent: 'retry-job', name, id }}>
              Try again
              <span className="sr-only">: {jobNames[name] ?? name}</span>
            </ButtonForm>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function LastRun({ run }: { run: JobStatus['lastRun'] }) {
  if (!run) return <span className="text-muted">None yet</span>;
  const isBad = run.state === 'failed' || run.state === 'retry';
  return (
    <>
      <p>
        <span className={isBad ? 'font-semibold text-danger' : 'font-semibold'}>
          {states[run.state]}
        </span>
        , <DateTime value={run.startedAt} />
      </p>
      {run.error !== null && <p className="text-sm text-muted wrap-anywhere">{run.error}</p>}
    </>
  );
}

/** Writes the forms of cron expressions that our schedules have; another one as it is. */
function describeSchedule(cron: string): string {
  if (cron === '* * * * *') return 'Every minute';
  const minutes = /^\*\/(\d+) \* \* \* \*$/.exec(cron)?.[1];
  if (minutes) return `Every ${minutes} minutes`;
  const [, minute, hour] = /^(\d+) (\d+) \* \* \*$/.exec(cron) ?? [];
  if (minute && hour) return `Every day at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')} UTC`;
  return cron;
}
