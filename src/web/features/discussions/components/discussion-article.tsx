import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Discussion } from '#domain/discussions/get-discussion.ts';
import { HiddenNote, ReportAndHideLinks } from '#web/features/moderation/public.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { RoleBadge } from '#web/ui/accounts/role-badge.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { PlainText } from '#web/ui/texts/plain-text.tsx';
import { GameName, PrivateLabel, TagLinks } from './discussion-labels.tsx';

interface DiscussionArticleProps {
  discussion: Discussion;
  /** Buttons. */
  actions: ReactNode;
}

/** The title, facts and content of a discussion. */
export function DiscussionArticle({ discussion, actions }: DiscussionArticleProps) {
  const { title, content, game, tags, isPrivate, author, createdAt, editedAt } = discussion;
  const profile = `/profile/${author.username}`;
  return (
    <article className="grid gap-6 rounded-lg bg-surface p-5 shadow-lift sm:p-8 lg:p-10">
      <header className="grid gap-5">
        {(isPrivate || tags.length > 0) && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            {isPrivate && <PrivateLabel />}
            <TagLinks tags={tags} />
          </div>
        )}
        <h1 className="text-3xl wrap-anywhere">{title}</h1>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <div className="flex min-w-0 items-center gap-3">
            <Link to={profile} prefetch="intent" tabIndex={-1} aria-hidden>
              <Avatar picture={author.profilePic} size={48} />
            </Link>
            <div className="grid min-w-0">
              <p className="flex flex-wrap items-center gap-x-2.5">
                <Link to={profile} prefetch="intent" className="font-semibold wrap-anywhere">
                  {author.username}
                </Link>
                <RoleBadge role={author.role} small />
              </p>
              <p className="text-sm text-muted">
                <DateTime value={createdAt} />
                {editedAt && (
                  <>
                    , edited <DateTime value={editedAt} />
                  </>
                )}
              </p>
            </div>
          </div>
          {game && (
            <p className="min-w-0 sm:border-l sm:border-line sm:pl-5">
              <GameName game={game} />
            </p>
          )}
          <div className="ml-auto flex">
            <ReportAndHideLinks
              kind="discussion"
              thing={discussion.id}
              author={author.username}
              name="the discussion"
              isHidden={discussion.hidden !== null}
            />
          </div>
        </div>
      </header>
      <HiddenNote
        hidden={discussion.hidden}
        kind="discussion"
        thing={discussion.id}
        author={author.username}
      />
      <PlainText text={content} className="max-w-prose text-lg/relaxed" />
      {actions && (
        <div className="flex flex-wrap items-center gap-3 border-t border-line pt-6">{actions}</div>
      )}
    </article>
  );
}
