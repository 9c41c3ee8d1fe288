import { Link, useLocation } from 'react-router';
import type { HiddenState } from '#domain/lib/hiding/hidden-state.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { type HideTarget, hidePath } from '#web/paths/moderation.ts';

interface HiddenNoteProps extends Omit<HideTarget, 'back'> {
  hidden: HiddenState | null;
  /** The username of the author. */
  author: string;
}

/** Says to the author and to moderators that a thing is hidden, and why. Nothing if it is not. */
export function HiddenNote({ hidden, author, ...target }: HiddenNoteProps) {
  const viewer = useViewer();
  const { pathname, search } = useLocation();
  if (!hidden) return null;
  const isAuthor = viewer?.username === author;
  const readers = isAuthor
    ? 'Only you and moderators see it.'
    : 'Only its author and moderators see it.';
  return (
    <div className="grid gap-1 rounded-md bg-raised px-4 py-3 shadow-lift">
      <p className="font-medium">
        {hidden.cause === 'approval'
          ? 'This waits until a moderator approves it.'
          : 'Hidden by a moderator.'}{' '}
        {readers}
      </p>
      {hidden.reason && (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {hidden.reason}
        </p>
      )}
      {hidden.cause === 'moderator' && (
        <p>
          {isAuthor ? (
            <Link to="/settings/moderation" className="inline-flex min-h-6 items-center text-link">
              See what was done and appeal
            </Link>
          ) : (
            <Link
              to={hidePath({ ...target, back: pathname + search })}
              className="inline-flex min-h-6 items-center text-link"
            >
              Restore it
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
