import { Link, useLocation } from 'react-router';
import type { ModerationEntry } from '#domain/moderation/log/list-moderation-log.ts';
import { hideableOnPages } from '#shared/constants/moderation/reports.ts';
import { actPath, hidePath } from '#web/paths/moderation.ts';
import { DataTable } from '#web/ui/lists/data-table.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { ModerationActionDetails } from './moderation-action-details.tsx';
import { actionNames } from './moderation-action-names.ts';

interface ModerationLogTableProps {
  entries: ModerationEntry[];
  /** Hides the column of the account on a page about one account. */
  hideTarget?: boolean;
  /** On the page of the one entry: without the link to that page. */
  isAlone?: boolean;
}

const cellClass = 'align-top max-lg:px-0 max-lg:py-0 px-5 py-3.5';

/** The moderation log as a table. Narrow screens show one block for each action. */
export function ModerationLogTable({
  entries,
  hideTarget = false,
  isAlone = false,
}: ModerationLogTableProps) {
  return (
    <DataTable
      from="lg"
      headings={['When', 'Who', 'Act', ...(hideTarget ? [] : ['Whom']), 'Reason']}
    >
      {entries.map(
        ({ id, at, act, moderator, target, reason, details, undone, undoes, mayUndo }) => (
          <tr
            key={id}
            className="max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-2 max-lg:gap-y-1 max-lg:px-5 max-lg:py-4"
          >
            <td
              className={`${cellClass} text-sm text-muted lg:whitespace-nowrap max-lg:order-last max-lg:basis-full`}
            >
              <DateTime value={at} />
            </td>
            <td className={cellClass}>
              {moderator === null ? (
                <span className="text-muted">Operator</span>
              ) : (
                <ProfileLink username={moderator} />
              )}
            </td>
            <td className={`${cellClass} font-semibold lg:whitespace-nowrap`}>
              {actionNames[act]}
            </td>
            {!hideTarget && (
              <td className={cellClass}>
                <ProfileLink username={target} />
              </td>
            )}
            <td className={`${cellClass} max-lg:basis-full`}>
              <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
                {reason}
              </p>
              <div className="max-w-prose text-sm text-muted">
                <ModerationActionDetails act={act} details={details} />
                <HiddenThingLink details={details} />
              </div>
              <UndoState
                undone={undone}
                undoes={undoes}
                undoPath={mayUndo && !isAlone ? actPath(id) : null}
              />
            </td>
          </tr>
        ),
      )}
    </DataTable>
  );
}

interface UndoStateProps extends Pick<ModerationEntry, 'undone' | 'undoes'> {
  /** Where it can be taken back; null if it cannot. */
  undoPath: string | null;
}

/** Whether an act was taken back or took back another, or the link to take it back. */
function UndoState({ undone, undoes, undoPath }: UndoStateProps) {
  const linkClass = 'inline-flex min-h-6 items-center text-link';
  if (undone) {
    return (
      <p className="text-sm text-muted">
        <Link to={actPath(undone.id)} className={linkClass}>
          Taken back
        </Link>
        , <DateTime value={undone.at} />
      </p>
    );
  }
  if (undoes) {
    return (
      <p className="text-sm">
        <Link to={actPath(undoes)} className={linkClass}>
          See the act that this took back
        </Link>
      </p>
    );
  }
  if (undoPath === null) return null;
  return (
    <p className="text-sm">
      <Link to={undoPath} className={linkClass}>
        Take it back
      </Link>
    </p>
  );
}

/** The link to the page of a thing that was hidden or approved, where it can be read and restored. */
function HiddenThingLink({ details: { kind, thing } }: Pick<ModerationEntry, 'details'>) {
  const { pathname, search } = useLocation();
  const shown = hideableOnPages.find((one) => one === kind);
  if (!shown || typeof thing !== 'string') return null;
  return (
    <p>
      <Link
        to={hidePath({ kind: shown, thing, back: pathname + search })}
        className="inline-flex min-h-6 items-center text-link"
      >
        See it
      </Link>
    </p>
  );
}

function ProfileLink({ username }: { username: string }) {
  return (
    <Link
      to={`/profile/${username}`}
      prefetch="intent"
      className="inline-flex min-h-6 items-center text-link wrap-anywhere lg:whitespace-nowrap"
    >
      {username}
    </Link>
  );
}
