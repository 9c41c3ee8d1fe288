import { MessageSquareText } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { DiscussionComment } from '#domain/discussions/comments/list-discussion-comments.ts';
import type { Discussion } from '#domain/discussions/get-discussion.ts';
import { RegisterWord } from '#web/features/accounts/public.ts';
import {
  type CommentToDelete,
  DeleteCommentDialog,
  DeleteCommentForm,
  deleteQuestion,
  useCommentDeletion,
} from '#web/features/comments/public.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { commentAnchor, discussionPath } from '#web/paths/discussions.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { DiscussionCommentEditForm } from './discussion-comment-edit-form.tsx';
import { DiscussionCommentForm, type RejectedComment } from './discussion-comment-form.tsx';
import { DiscussionCommentRow } from './discussion-comment-row.tsx';
import { discussionDraftNames } from './discussion-draft-names.ts';
import { useNewCommentCount } from './use-new-comment-count.ts';

interface DiscussionCommentsProps {
  discussion: Discussion;
  comments: DiscussionComment[];
  /** The number of comments on all pages. */
  all: number;
  page: number;
  pages: number;
  now: Date;
  /** The idempotency key of the next comment; null for readers who cannot comment. */
  formKey: string | null;
  /** The comment that the URL asks to edit. */
  editing: string | null;
  /** The comment that the URL asks to delete. */
  deleting: DiscussionComment | null;
  failure: FormError | null;
}

/** The comments of a discussion, oldest first, with a form for readers who may comment. */
export function DiscussionComments(props: DiscussionCommentsProps) {
  const { discussion, comments, all, page, pages, now, editing, deleting, failure } = props;
  const path = discussionPath(discussion.id);
  const newCount = useNewCommentCount(all);
  const viewer = useViewer();
  const heading = useRef<HTMLHeadingElement>(null);
  const [deletedCount, setDeletedCount] = useState(0);
  const deletion = useCommentDeletion(useCallback(() => setDeletedCount((count) => count + 1), []));
  const pathWith = usePathWith(path);

  useEffect(() => {
    // The focused button was removed together with the comment.
    if (deletedCount > 0) heading.current?.focus({ preventScroll: true });
  }, [deletedCount]);

  const currentPath = pathWith({});
  const failureOf = (intent: string) => (failure?.typed.intent === intent ? failure : null);
  const deletionFailure = failureOf('delete-comment');

  return (
    <section id="comments" aria-labelledby="comments-title" className="mt-12 scroll-mt-24">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 ref={heading} id="comments-title" tabIndex={-1} className="text-xl outline-none">
          Comments {all > 0 && <span className="text-muted tabular-nums">({all})</span>}
        </h2>
        <p role="status" className="mr-auto text-sm font-medium text-accent-ink tabular-nums">
          {newCount > 0 && (newCount === 1 ? '1 new comment' : `${newCount} new comments`)}
        </p>
        {all > 0 && (
          <p className="text-sm text-muted tabular-nums">
            Page {page} of {pages}
          </p>
        )}
      </div>
      {deleting && (
        <div className="mb-5 grid gap-4 rounded-lg bg-raised p-6 shadow-float">
          <h3 className="text-lg">{deleteQuestion}</h3>
          <DeleteCommentForm
            comment={toQuestion(deleting)}
            path={pathWith({ delete: deleting.id })}
            back={currentPath}
            fetcher={deletion.fetcher}
            error={deletionFailure ?? undefined}
          />
        </div>
      )}
      {deletionFailure && !deleting && (
        <Alert tone="failure" className="mb-5">
          {deletionFailure.fields.commentId ?? deletionFailure.message}
        </Alert>
      )}
      {comments.length === 0 ? (
        <EmptyState icon={MessageSquareText}>{getEmptyText(discussion)}</EmptyState>
      ) : (
        <ol className="grid gap-3">
          {comments.map((comment) => (
            <li key={comment.id}>
              <DiscussionCommentRow
                discussionId={discussion.id}
                comment={comment}
                now={now}
                byAuthor={comment.author.username === discussion.author.username}
                editPath={pathWith({ edit: comment.id }, commentAnchor(comment.id))}
                deletePath={pathWith({ delete: comment.id })}
                onDelete={() => deletion.ask(toQuestion(comment))}
                form={
                  editing === comment.id &&
                  viewer && (
                    <DiscussionCommentEditForm
                      comment={comment}
                      path={pathWith({ edit: comment.id }, commentAnchor(comment.id))}
                      back={pathWith({}, commentAnchor(comment.id))}
                      draft={discussionDraftNames.commentEdit(viewer.username, comment.id)}
                      rejected={toRejectedComment(failureOf('edit-comment'))}
                    />
                  )
                }
              />
            </li>
          ))}
        </ol>
      )}
      <Pager
        page={page}
        pages={pages}
        label="Pages of comments"
        drop={['delete', 'edit', 'comment', 'by']}
        part="comments"
      />
      <div className="mt-8">
        <NewComment
          {...props}
          path={currentPath}
          failure={failureOf('edit-comment') ? null : failure}
        />
      </div>
      <DeleteCommentDialog
        comment={deletion.comment}
        path={currentPath}
        fetcher={deletion.fetcher}
        error={deletion.error}
        onClose={deletion.cancel}
      />
    </section>
  );
}

/** The comment as the question before its deletion shows it. */
function toQuestion({ id, text, mayDelete }: DiscussionComment): CommentToDelete {
  return { id, text, deletable: mayDelete };
}

const privateText = 'Private discussion. You cannot write comments here!';

/** Returns a function that builds paths of this page with other parameters. */
function usePathWith(path: string) {
  const { search } = useLocation();
  return (parameters: Record<string, string>, part = 'comments') => {
    const query = new URLSearchParams(search);
    for (const name of ['delete', 'edit', 'comment', 'by']) query.delete(name);
    for (const [name, value] of Object.entries(parameters)) query.set(name, value);
    return `${path}${query.size > 0 ? `?${query}` : ''}#${part}`;
  };
}

function toRejectedComment(failure: FormError | null): RejectedComment | null {
  if (!failure) return null;
  const { fields, message, typed } = failure;
  return { message: fields.text ?? fields.key ?? message, text: typed.text };
}

interface NewCommentProps extends DiscussionCommentsProps {
  path: string;
}

/** The form for a comment, or a text that explains why the reader cannot comment. */
function NewComment({ discussion, comments, formKey, path, failure }: NewCommentProps) {
  const viewer = useViewer();
  if (viewer && formKey !== null) {
    return (
      <DiscussionCommentForm
        path={path}
        formKey={formKey}
        draft={discussionDraftNames.comment(viewer.username, discussion.id)}
        rejected={failure?.typed.intent === 'comment' ? toRejectedComment(failure) : null}
      />
    );
  }
  // The discussion says already that it is hidden.
  if (discussion.hidden) return null;
  // An empty list shows this text already.
  if (discussion.isPrivate) return comments.length > 0 && <Alert>{privateText}</Alert>;
  return (
    <Alert
      action={
        <ButtonLink
          size="sm"
          to={`/login?next=${encodeURIComponent(discussionPath(discussion.id))}`}
        >
          Log in
        </ButtonLink>
      }
    >
      <RegisterWord /> or log in to write a comment.
    </Alert>
  );
}

function getEmptyText({ hidden, isPrivate, mayComment }: Discussion): string {
  if (hidden) return 'No comments.';
  return isPrivate && !mayComment ? privateText : 'No comments yet. Be the first to comment!';
}
