import { Link, useLocation } from 'react-router';
import type { HiddenState } from '#domain/lib/hiding.ts';
import { useViewer } from '#web/lib/viewer.ts';
import { Alert } from '#web/ui/alert.tsx';
import { type HideTarget, hidePath } from './moderation-paths.ts';

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
  if (hidden.cause === 'approval') {
    return <Alert>This waits until a moderator approves it. {readers}</Alert>;
  }
  return (
    <Alert>
      <span className="grid gap-1">
        <span>Hidden by a moderator. {readers}</span>
        {hidden.reason && (
          <span dir="auto" className="whitespace-pre-line wrap-anywhere">
            {hidden.reason}
          </span>
        )}
        <span>
          {isAuthor ? (
            <Link to="/settings/moderation" className="text-link">
              See what was done and appeal
            </Link>
          ) : (
            <Link to={hidePath({ ...target, back: pathname + search })} className="text-link">
              Restore it
            </Link>
          )}
        </span>
      </span>
    </Alert>
  );
}
