import { Flag } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useViewer } from '#web/lib/root-data.ts';
import { type ReportTarget, reportPath } from '#web/paths/moderation.ts';

interface ReportLinkProps extends Omit<ReportTarget, 'back'> {
  author: string;
  /** What is reported, such as 'the comment'. */
  name: string;
  /** Shows the word beside the icon. */
  labelled?: boolean;
  className?: string;
  /** The page to return to; without it, that of the link. */
  back?: string;
}

/** The link by which accounts report a thing of somebody else. Visitors and the author do not see it. */
export function ReportLink({
  author,
  name,
  labelled,
  className = '',
  back,
  ...target
}: ReportLinkProps) {
  const viewer = useViewer();
  const { pathname, search } = useLocation();
  if (!viewer || viewer.username === author) return null;
  const ownName = labelled ? undefined : `Report ${name} of ${author}`;
  return (
    <Link
      to={reportPath({ ...target, back: back ?? pathname + search })}
      aria-label={ownName}
      title={ownName && 'Report'}
      className={
        className ||
        (labelled
          ? 'inline-flex min-h-11 items-center gap-2 rounded-md px-3 font-medium text-muted transition-colors hover:bg-raised hover:text-ink'
          : 'grid size-10 shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-raised hover:text-ink')
      }
    >
      <Flag aria-hidden className="size-4.5" />
      {labelled && (
        <span>
          Report
          <span className="sr-only">
            {' '}
            {name} of {author}
          </span>
        </span>
      )}
    </Link>
  );
}
