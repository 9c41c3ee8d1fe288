import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { DiscussionComment } from '#domain/discussions/comments/list-discussion-comments.ts';
import { commentTool, DeleteCommentLink } from '#web/features/comments/public.ts';
import { HiddenNote, ReportAndHideLinks } from '#web/features/moderation/public.ts';
import { commentAnchor, commentPath } from '#web/paths/discussions.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { RoleBadge } from '#web/ui/accounts/role-badge.tsx';
import { useDateFormat } from '#web/ui/texts/date-time.tsx';
import { PlainText } from '#web/ui/texts/plain-text.tsx';
import { RelativeTime } from '#web/ui/texts/relative-time.tsx';

interface DiscussionCommentRowProps {
  discussionId: string;
  comment: DiscussionComment;
  now: Date;
  /** Whether the author of the comment began the discussion. */
  byAuthor: boolean;
  /** The paths of the form that edits it and of the question that deletes it. */
  editPath: string;
  deletePath: string;
  onDelete: () => void;
  /** Replaces the text while it is edited. */
  form: ReactNode;
}

/** A comment with its author, time and URL, and with links to edit and delete it for readers who may. */
export function DiscussionCommentRow(props: DiscussionCommentRowProps) {
  const { discussionId, comment, now, byAuthor, editPath, deletePath, onDelete, form } = props;
  const { id, author, text, createdAt, editedAt, mayEdit, mayDelete } = comment;
  const anchor = commentAnchor(id);
  const profile = `/profile/${author.username}`;
  const isTarget = useLocation().hash === `#${anchor}`;
  return (
    <article
      id={anchor}
      // The URL of a comment moves the focus to it and highlights it.
      tabIndex={-1}
      className={`grid scroll-mt-24 grid-cols-[auto_minmax(0,1fr)] gap-x-4 rounded-lg p-5 shadow-lift outline-none target:ring-2 target:ring-accent-ink sm:p-6 ${isTarget ? 'bg-raised ring-2 ring-accent-ink' : 'bg-surface'}`}
    >
      <Link to={profile} prefetch="intent" tabIndex={-1} aria-hidden className="self-start">
        <Avatar picture={author.profilePic} size={44} />
      </Link>
      <div className="grid min-w-0 gap-1.5">
        <header className="flex min-h-11 items-center gap-x-1">
          <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-0.5">
            <Link to={profile} prefetch="intent" className="font-semibold wrap-anywhere">
              {author.username}
            </Link>
            <RoleBadge role={author.role} small />
            {byAuthor && (
              <span className="rounded-full bg-accent-wash px-2 py-0.5 text-xs font-semibold text-accent-ink">
                Author
              </span>
            )}
            <span className="text-sm text-muted">
              <Link
                to={commentPath(discussionId, id)}
                className="inline-flex min-h-6 items-center hover:underline hover:underline-offset-4"
              >
                <span className="sr-only">Link to this comment, </span>
                <RelativeTime value={createdAt} now={now} />
              </Link>
              {editedAt && <Edited at={editedAt} />}
            </span>
          </p>
          <ReportAndHideLinks
            kind="discussion-comment"
            thing={id}
            author={author.username}
            name="the comment"
            isHidden={comment.hidden !== null}
          />
          {mayEdit && !form && (
            <Link
              to={editPath}
              preventScrollReset
              aria-label="Edit your comment"
              title="Edit"
              className={`${commentTool} hover:text-ink`}
            >
              <Pencil aria-hidden className="size-4.5" />
            </Link>
          )}
          {mayDelete !== 'no' && !form && (
            <DeleteCommentLink path={deletePath} author={author.username} onDelete={onDelete} />
          )}
        </header>
        <HiddenNote
          hidden={comment.hidden}
          kind="discussion-comment"
          thing={id}
          author={author.username}
        />
        {form || <PlainText text={text} className="max-w-prose" />}
      </div>
    </article>
  );
}

function Edited({ at }: { at: Date }) {
  const formatDate = useDateFormat();
  const iso = at.toISOString();
  return (
    <>
      {', '}
      <time dateTime={iso} title={formatDate(iso, 'datetime')}>
        edited
      </time>
    </>
  );
}
