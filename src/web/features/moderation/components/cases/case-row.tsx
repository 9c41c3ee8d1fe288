import { Link } from 'react-router';
import type { ListedCase } from '#domain/moderation/cases/list-cases.ts';
import { caseOutcomeTexts } from '#shared/constants/moderation/reports.ts';
import { casePath } from '#web/paths/moderation.ts';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { reasonNames, reportKindNames } from '../report-names.ts';

/** A case in the list: what was reported, why, how often and who works on it. */
export function CaseRow({ listed }: { listed: ListedCase }) {
  const { id, kind, author, text, reports, reasons, openedAt, foundByFilter } = listed;
  const { takenBy, closedBy, closedAt, outcome } = listed;
  return (
    <article className="relative grid gap-2 rounded-lg bg-surface p-5 shadow-lift transition-colors hover:bg-raised sm:p-6">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold wrap-anywhere">
          <Link to={casePath(id)} prefetch="intent" className="after:absolute after:inset-0">
            {reportKindNames[kind]} of {author}
          </Link>
        </h2>
        <p className="text-sm text-muted">
          <DateTime value={openedAt} />
        </p>
      </header>
      <p dir="auto" className="line-clamp-2 wrap-anywhere text-muted">
        {text || 'It has no text.'}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {reports > 0 && (
          <span className="font-semibold">{reports === 1 ? '1 report' : `${reports} reports`}</span>
        )}
        {foundByFilter !== null && (
          <span className="font-semibold wrap-anywhere">A filter found “{foundByFilter}”</span>
        )}
        <span>{reasons.map((reason) => reasonNames[reason]).join(', ')}</span>
        {takenBy && !closedAt && <span className="text-accent-ink">{takenBy} works on it</span>}
        {closedAt && outcome && (
          <span className="text-muted">
            {caseOutcomeTexts[outcome]} Closed by {closedBy}, <DateTime value={closedAt} />
          </span>
        )}
      </p>
    </article>
  );
}
