import { ShieldCheck } from 'lucide-react';
import type { AuditRun } from '#domain/audit/audit-requests.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { FormMessages } from '#web/ui/forms/form-messages.tsx';
import { PageSection } from '#web/ui/page-section.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

interface AuditSectionProps {
  runs: readonly AuditRun[];
  /** What the form did. */
  done: string | null;
  failure: FormError | null;
}

/** The results of the nightly audit, and the form that requests one now. */
export function AuditSection({ runs, done, failure }: AuditSectionProps) {
  return (
    <PageSection
      title="Audit"
      intro="Every night all money and cards are checked against what happened. A broken rule means an error of the software or a change by hand."
      actions={
        <ButtonForm values={{ intent: 'run-audit' }} size="md">
          Run now
        </ButtonForm>
      }
    >
      <FormMessages done={done} failure={failure} />
      {runs.length === 0 ? (
        <EmptyState icon={ShieldCheck}>No audit has run yet. The first is tonight.</EmptyState>
      ) : (
        <ol className="divide-y divide-line overflow-hidden rounded-lg bg-surface shadow-lift">
          {runs.map((run) => (
            <li key={run.id} className="grid gap-2 px-5 py-4 sm:px-6">
              <Run run={run} />
            </li>
          ))}
        </ol>
      )}
    </PageSection>
  );
}

function Run({ run }: { run: AuditRun }) {
  const { createdAt, requestedBy, violations } = run;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p>
          <DateTime value={createdAt} />{' '}
          <span className="text-sm text-muted">
            {requestedBy === null ? 'at night' : `requested by ${requestedBy}`}
          </span>
        </p>
        <p className={`font-semibold ${isBad(run) ? 'text-danger' : ''}`}>{describeState(run)}</p>
      </div>
      {violations.map(({ rule, description, count, rows }) => (
        <details key={rule} className="min-w-0">
          <summary className="min-h-6 cursor-pointer wrap-anywhere">
            <span className="font-medium">{description}</span>{' '}
            <span className="text-sm text-muted">
              {rule}, {count === 1 ? '1 row' : `${count} rows`}
            </span>
          </summary>
          <ul className="mt-2 grid gap-2">
            {rows.map((row) => {
              const text = JSON.stringify(row);
              return (
                <li key={text}>
                  <code className="block rounded-md bg-well px-3 py-2 text-sm wrap-anywhere">
                    {text}
                  </code>
                </li>
              );
            })}
          </ul>
        </details>
      ))}
    </>
  );
}

const isBad = ({ state, violations }: AuditRun) => state === 'failed' || violations.length > 0;

function describeState({ state, violations, rules, durationMs }: AuditRun): string {
  if (state === 'requested') return 'Starts within two minutes';
  if (state === 'running') return 'Is running';
  if (state === 'failed') return 'Did not end';
  const broken = violations.length;
  const result =
    broken === 0
      ? `All ${rules} rules hold`
      : `${broken} of ${rules} rules ${broken === 1 ? 'is' : 'are'} broken`;
  return `${result}, ${formatDuration(durationMs ?? 0)}`;
}

/** `0.4 s`, `12 s` or `3 min`. */
function formatDuration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}
