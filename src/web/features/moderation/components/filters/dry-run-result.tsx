import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { DryRun } from '#domain/text-filters/try-filters.ts';
import { textFilterConstants } from '#shared/constants/moderation/text-filters.ts';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { reportKindNames } from '../report-names.ts';

/** Which of the newest texts a filter would have matched. */
export function DryRunResult({ dryRun }: { dryRun: DryRun }) {
  const { read, total, matched } = dryRun;
  const { formatInteger } = useNumbers();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (dryRun) heading.current?.focus();
  }, [dryRun]);

  return (
    <section aria-labelledby="dry-run-title" className="grid gap-3 border-t border-line pt-5">
      <h3 ref={heading} id="dry-run-title" tabIndex={-1} className="font-semibold">
        {total === 0
          ? 'It would have matched none of the newest texts.'
          : `It would have matched ${formatInteger(total)} of the newest texts.`}
      </h3>
      <p className="text-sm text-muted">
        {formatInteger(read)} texts of the last {textFilterConstants.dryRunDays} days were read.
        Nothing was changed.
      </p>
      {matched.length > 0 && (
        <ul className="grid gap-2">
          {matched.map(({ kind, author, path, at, found }) => (
            <li key={`${path} ${String(at)} ${found}`} className="wrap-anywhere">
              <mark dir="auto" className="rounded-sm bg-accent-wash px-1 text-accent-ink">
                {found}
              </mark>{' '}
              in{' '}
              <Link to={path} className="text-link">
                {reportKindNames[kind]} of {author}
              </Link>{' '}
              <span className="text-sm text-muted">
                <DateTime value={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {total > matched.length && (
        <p className="text-sm text-muted">And {formatInteger(total - matched.length)} more.</p>
      )}
    </section>
  );
}
