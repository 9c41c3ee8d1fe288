import { type RefObject, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';

interface ReportModeLinkProps {
  list: RefObject<HTMLElement | null>;
  isReporting: boolean;
}

/**
 * The link that shows the links by which messages are reported. It is after the message field, so that nobody
 * passes a link at each message on the way to the field.
 */
export function ReportModeLink({ list, isReporting }: ReportModeLinkProps) {
  const [query] = useSearchParams();
  const wasReporting = useRef(isReporting);
  useEffect(() => {
    const entered = isReporting && !wasReporting.current;
    wasReporting.current = isReporting;
    if (!entered) return;
    const links = list.current?.querySelectorAll<HTMLElement>('a[href^="/report?"]');
    links?.[links.length - 1]?.focus();
  }, [isReporting, list]);
  const next = new URLSearchParams(query);
  if (isReporting) next.delete('report');
  else next.set('report', '');
  return (
    <p className="flex flex-wrap items-center justify-end gap-x-3 px-4 pb-2 text-sm text-muted">
      {isReporting && <span>Choose the message to report.</span>}
      <Link
        to={`?${next}`}
        replace
        preventScrollReset
        className="inline-flex min-h-6 items-center rounded-sm hover:text-ink hover:underline"
      >
        {isReporting ? 'Stop reporting' : 'Report a message'}
      </Link>
    </p>
  );
}
