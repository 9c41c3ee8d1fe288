import { Link } from 'react-router';
import type { ProfileComment } from '#domain/comments/list-profile-comments.ts';
import { HiddenNote, ReportAndHideLinks } from '#web/features/moderation/public.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { RoleBadge } from '#web/ui/accounts/role-badge.tsx';
import { RelativeTime } from '#web/ui/texts/relative-time.tsx';
import { DeleteCommentLink } from './delete-comment-link.tsx';

interface ProfileCommentRowProps {
  comment: ProfileComment;
  now: Date;
  /** The path of the question before it is deleted. */
  deletePath: string;
  onDelete: () => void;
}

/** A comment with its author and time, and with a link to delete it for readers who may. */
export function ProfileCommentRow({ comment, now, deletePath, onDelete }: ProfileCommentRowProps) {
  const { author, text, createdAt, deletable } = comment;
  const profile = `/profile/${author.username}`;
  return (
    <article className="grid grid-cols-[auto_1fr] gap-x-4 rounded-lg bg-surface p-5 shadow-lift sm:p-6">
      <Link to={profile} prefetch="intent" tabIndex={-1} aria-hidden className="self-start">
        <Avatar picture={author.profilePic} size={44} />
      </Link>
      <div className="grid min-w-0 gap-1.5">
        <header className="flex min-h-11 items-center gap-x-3">
          <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-0.5">
            <Link to={profile} prefetch="intent" className="font-semibold wrap-anywhere">
              {author.username}
            </Link>
            <RoleBadge role={author.role} small />
            <RelativeTime value={createdAt} now={now} className="text-sm text-muted" />
          </p>
          <ReportAndHideLinks
            kind="profile-comment"
            thing={comment.id}
            author={author.username}
            name="the comment"
            isHidden={comment.hidden !== null}
          />
          {deletable !== 'no' && (
            <DeleteCommentLink path={deletePath} author={author.username} onDelete={onDelete} />
          )}
        </header>
        <HiddenNote
          hidden={comment.hidden}
          kind="profile-comment"
          thing={comment.id}
          author={author.username}
        />
        <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      </div>
    </article>
  );
}
