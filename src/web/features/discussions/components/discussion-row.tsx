import { MessageSquareText } from 'lucide-react';
import { Link } from 'react-router';
import type { ListedDiscussion } from '#domain/discussions/lists/to-discussions-page.ts';
import { discussionPath } from '#web/paths/discussions.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { type Numbers, useNumbers } from '#web/ui/texts/numbers.ts';
import { RelativeTime } from '#web/ui/texts/relative-time.tsx';
import { GameName, PrivateLabel, TagLinks } from './discussion-labels.tsx';

interface DiscussionRowProps {
  discussion: ListedDiscussion;
  now: Date;
  /** Hides the game on pages about it. */
  hideGame?: boolean;
}

/** A discussion in a list. A press anywhere on it opens it. */
export function DiscussionRow({ discussion, now, hideGame = false }: DiscussionRowProps) {
  const numbers = useNumbers();
  const { id, title, preview, game, tags, isPrivate, comments, author } = discussion;
  return (
    <article className="group relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 rounded-lg bg-surface p-5 shadow-lift transition-colors hover:bg-raised sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:gap-x-5 sm:p-6">
      <span className="max-xs:hidden">
        <Avatar picture={author.profilePic} size={48} />
      </span>
      <div className="grid min-w-0 content-start gap-2 max-xs:col-span-full">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-lg/snug wrap-anywhere">
            <Link
              to={discussionPath(id)}
              prefetch="intent"
              className="after:absolute after:inset-0 after:rounded-lg group-hover:text-accent-ink focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent-ink"
            >
              {title}
            </Link>
          </h3>
          {isPrivate && <PrivateLabel />}
        </div>
        <p dir="auto" className="text-muted wrap-anywhere">
          {preview}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
          <span>
            <Link
              to={`/profile/${author.username}`}
              prefetch="intent"
              className="relative z-10 font-medium text-ink wrap-anywhere hover:underline hover:underline-offset-4"
            >
              {author.username}
            </Link>
            , <DateTime value={discussion.createdAt} format="date" />
          </span>
          {game && !hideGame && <GameName game={game} />}
          <TagLinks tags={tags} />
        </div>
      </div>
      <p className="flex items-center gap-x-4 gap-y-1 text-sm text-muted max-sm:col-span-full max-sm:mt-3 sm:min-w-32 sm:flex-col sm:items-end sm:justify-center">
        <span className="inline-flex items-center gap-1.5 text-base font-semibold text-ink">
          <MessageSquareText aria-hidden className="size-4.5 text-muted" />
          {formatCommentCount(comments, numbers)}
        </span>
        {comments > 0 && (
          <span>
            Last <RelativeTime value={discussion.lastActivityAt} now={now} />
          </span>
        )}
      </p>
    </article>
  );
}

/** Writes a count, such as `1 comment`. */
function formatCommentCount(comments: number, { formatInteger }: Numbers): string {
  return comments === 1 ? '1 comment' : `${formatInteger(comments)} comments`;
}
