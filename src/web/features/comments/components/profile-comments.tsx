import { MessageSquareText } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { CommentRestriction } from '#domain/comments/get-comment-restriction.ts';
import type { ProfileComment } from '#domain/comments/list-profile-comments.ts';
import { RegisterWord } from '#web/features/accounts/public.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { useToast } from '#web/ui/toast.tsx';
import type { CommentAnswer } from './comment-form-result.ts';
import { DeleteCommentDialog, DeleteCommentForm, deleteQuestion } from './delete-comment.tsx';
import { ProfileCommentForm } from './profile-comment-form.tsx';
import { ProfileCommentRow } from './profile-comment-row.tsx';
import { useCommentDeletion } from './use-comment-deletion.ts';

interface ProfileCommentsProps {
  /** The path of the profile. */
  path: string;
  /** The owner's username; null for the reader's own profile. */
  owner: string | null;
  comments: ProfileComment[];
  /** The number of comments on all pages. */
  all: number;
  page: number;
  pages: number;
  now: Date;
  restriction: CommentRestriction;
  /** The idempotency key of the next comment; null with a restriction. */
  formKey: string | null;
  /** The comment that the URL asks to delete. */
  toDelete: ProfileComment | null;
  answer: CommentAnswer | undefined;
}

/** The comments on a profile, with a form for readers who may comment. */
export function ProfileComments(props: ProfileCommentsProps) {
  const { path, owner, comments, all, page, pages, now, toDelete, answer } = props;
  const { search } = useLocation();
  const toast = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const posted = answer?.posted;
  const [deletedCount, setDeletedCount] = useState(0);
  const deletion = useCommentDeletion(useCallback(() => setDeletedCount((count) => count + 1), []));

  useEffect(() => {
    // The focused button was removed together with the comment.
    if (deletedCount > 0) heading.current?.focus({ preventScroll: true });
  }, [deletedCount]);

  useEffect(() => {
    if (posted) toast.success('Comment posted.');
  }, [posted, toast]);

  function pathWith(parameters: Record<string, string>): string {
    const query = new URLSearchParams(search);
    query.delete('delete');
    for (const [name, value] of Object.entries(parameters)) query.set(name, value);
    return `${path}${query.size > 0 ? `?${query}` : ''}#comments`;
  }
  const currentPath = pathWith({});
  const { fetcher } = deletion;
  const deletionFailure = answer?.typed?.intent === 'delete-comment' ? answer.error : undefined;

  return (
    <section
      id="comments"
      aria-labelledby="comments-title"
      className="mt-12 grid scroll-mt-24 gap-x-8 gap-y-5 lg:grid-cols-[24rem_1fr]"
    >
      <h2
        ref={heading}
        id="comments-title"
        tabIndex={-1}
        className="col-span-full text-xl outline-none"
      >
        Comments {all > 0 && <span className="text-muted tabular-nums">({all})</span>}
      </h2>
      <div className="grid content-start gap-5 self-start lg:sticky lg:top-22">
        {toDelete && (
          <div className="grid gap-4 rounded-lg bg-raised p-6 shadow-float">
            <h3 className="text-lg">{deleteQuestion}</h3>
            <DeleteCommentForm
              comment={toDelete}
              path={pathWith({ delete: toDelete.id })}
              back={currentPath}
              fetcher={fetcher}
              error={deletionFailure}
            />
          </div>
        )}
        {deletionFailure && !toDelete && (
          <Alert tone="failure">
            {deletionFailure.fields.commentId ?? deletionFailure.message}
          </Alert>
        )}
        <NewComment {...props} />
      </div>
      <div>
        {comments.length === 0 ? (
          <EmptyState icon={MessageSquareText}>
            {owner === null
              ? 'Nobody has written here yet.'
              : `Nobody has written to ${owner} yet.`}
          </EmptyState>
        ) : (
          <ul className="grid gap-3">
            {comments.map((comment) => (
              <li key={comment.id}>
                <ProfileCommentRow
                  comment={comment}
                  now={now}
                  deletePath={pathWith({ delete: comment.id })}
                  onDelete={() => deletion.ask(comment)}
                />
              </li>
            ))}
          </ul>
        )}
        <Pager
          page={page}
          pages={pages}
          label="Pages of comments"
          drop={['delete']}
          part="comments"
        />
      </div>
      <DeleteCommentDialog
        comment={deletion.comment}
        path={currentPath}
        fetcher={fetcher}
        error={deletion.error}
        onClose={deletion.cancel}
      />
    </section>
  );
}

/** The form for a comment, or a text that explains why the reader cannot comment. */
function NewComment({ path, owner, restriction, formKey, answer }: ProfileCommentsProps) {
  if (formKey !== null && restriction === null) {
    const { error, typed = {}, posted } = answer ?? {};
    // Without an answer of the server the typed values have no intent.
    const isCommentFailure = error && typed.intent !== 'delete-comment';
    return (
      <ProfileCommentForm
        // After a comment was posted, the form starts empty.
        key={posted}
        path={path}
        formKey={formKey}
        rejected={
          isCommentFailure
            ? {
                message: error.fields.text ?? error.fields.key ?? error.message,
                text: typed.text ?? '',
              }
            : null
        }
        hasPosted={posted !== undefined}
      />
    );
  }
  if (restriction === 'visitor') {
    return (
      <Alert
        action={
          <ButtonLink size="sm" to={`/login?next=${encodeURIComponent(path)}`}>
            Log in
          </ButtonLink>
        }
      >
        Log in to write a comment.
      </Alert>
    );
  }
  if (restriction === 'guest') {
    return (
      <Alert>
        Guests cannot comment on profiles. <RegisterWord /> to keep your games and cards.
      </Alert>
    );
  }
  if (restriction === 'not-reachable') return <Alert>This player cannot be reached.</Alert>;
  return <Alert>Nobody can write to {owner ?? 'this account'} while it is suspended.</Alert>;
}
