import { Link } from 'react-router';
import type { ShownCase } from '#domain/moderation/cases/get-case.ts';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { reasonNames } from '../report-names.ts';

interface CaseReportsProps {
  /** What a filter found; null if only people reported it. */
  foundByFilter: string | null;
  reports: ShownCase['reports'];
  total: number;
}

/** Who reported the thing, why, and what each reporter added. */
export function CaseReports({ reports, total, foundByFilter }: CaseReportsProps) {
  const { formatInteger } = useNumbers();
  return (
    <section
      aria-labelledby="reports"
      className="grid gap-4 rounded-lg bg-surface p-6 shadow-lift sm:p-7"
    >
      <h2 id="reports" className="text-xl">
        {total === 0 && 'Found by a filter'}
        {total > 0 && (total === 1 ? '1 report' : `${formatInteger(total)} reports`)}
      </h2>
      {foundByFilter !== null && (
        <p className="wrap-anywhere">
          A filter found “<strong dir="auto">{foundByFilter}</strong>”.
        </p>
      )}
      <ul className="grid gap-4">
        {reports.map(({ id, reporter, reason, text, copy, createdAt }) => (
          <li key={id} className="grid gap-1">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <Link to={`/profile/${reporter}`} className="font-semibold wrap-anywhere">
                {reporter}
              </Link>
              <span>{reasonNames[reason]}</span>
              <DateTime value={createdAt} className="text-sm text-muted" />
            </p>
            {text && (
              <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                {text}
              </p>
            )}
            {copy !== null && (
              <details>
                <summary className="cursor-pointer text-sm text-link">
                  The text had changed by then
                </summary>
                <p dir="auto" className="mt-1 whitespace-pre-line text-muted wrap-anywhere">
                  {copy}
                </p>
              </details>
            )}
          </li>
        ))}
      </ul>
      {total > reports.length && (
        <p className="text-muted">The first {reports.length} are shown.</p>
      )}
    </section>
  );
}
