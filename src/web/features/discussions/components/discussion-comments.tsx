import { MessageSquareText } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { FormFailure } from '#web/features/accounts/components/account-form.tsx';
import {
  DeleteCommentDialog,
  DeleteCommentForm,
  deleteQuestion,
} from '#web/features/comments/components/delete-comment.tsx';
import { useCommentDeletion } from '#web/features/comments/components/use-comment-deletion.ts';
import { useViewer } from '#web/lib/viewer.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { CommentEditForm } from './comment-edit-form.tsx';
import { CommentForm, type RefusedText } from './comment-form.tsx';
import { CommentRow } from './comment-row.tsx';
import type { ShownDiscussion } from './discussion.ts';
import { commentAnchor, discussionPath } from './discussion-address.ts';
import type { DiscussionComment } from './discussion-comment.ts';
import { draftNames } from './draft-names.ts';
import { useNewComments } from './use-new-comments.ts';

interface DiscussionCommentsProps {
  discussion: ShownDiscussion;
  comments: DiscussionComment[];
  /** On all pages. */
  all: number;
  page: number;
  pages: number;
  now: Date;
  /** The key of the next comment; null for who cannot write one. */
  formKey: string | null;
  /** The comments that the address asks to change and to delete. */
  editing: string | null;
  deleting: DiscussionComment | null;
  failure: FormFailure | null;
}

/** What was said in a discussion, oldest first, with a form for who may say something. */
export function DiscussionComments(props: DiscussionCommentsProps) {
  const { discussion, comments, all, page, pages, now, editing, deleting, failure } = props;
  const path = discussionPath(discussion.id);
  const fresh = useNewComments(all);
  const viewer = useViewer();
  const heading = useRef<HTMLHeadingElement>(null);
  const [deleted, setDeleted] = useState(0);
  const deletion = useCommentDeletion(useCallback(() => setDeleted((times) => times + 1), []));
  const address = useAddress(path);

  useEffect(() => {
    // What had the focus is gone with the comment.
    if (deleted > 0) heading.current?.focus({ preventScroll: true });
  }, [deleted]);

  const here = address({});
  const ofIntent = (intent: string) => (failure?.typed.intent === intent ? failure : null);
  const refusedDeletion = ofIntent('delete-comment');

  return (
    <section id="comments" aria-labelledby="comments-title" className="mt-12 scroll-mt-24">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 ref={heading} id="comments-title" tabIndex={-1} className="text-xl outline-none">
          Comments {all > 0 && <span className="text-muted tabular-nums">({all})</span>}
        </h2>
        <p role="status" className="mr-auto text-sm font-medium text-accent-ink tabular-nums">
          {fresh > 0 && (fresh === 1 ? '1 new comment' : `${fresh} new comments`)}
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
            comment={deleting}
            path={address({ delete: deleting.id })}
            back={here}
            fetcher={deletion.fetcher}
            refusal={refusedDeletion ? { code: '', ...refusedDeletion } : undefined}
          />
        </div>
      )}
      {refusedDeletion && !deleting && (
        <Notice tone="failure" className="mb-5">
          {refusedDeletion.fields.commentId ?? refusedDeletion.message}
        </Notice>
      )}
      {comments.length === 0 ? (
        <EmptyState icon={MessageSquareText}>
          {discussion.isPrivate && !discussion.mayComment
            ? privateText
            : 'No comments yet. Be the first to comment!'}
        </EmptyState>
      ) : (
        <ol className="grid gap-3">
          {comments.map((comment) => (
            <li key={comment.id}>
              <CommentRow
                discussionId={discussion.id}
                comment={comment}
                now={now}
                byAuthor={comment.author.username === discussion.author.username}
                editPath={address({ edit: comment.id }, commentAnchor(comment.id))}
                deletePath={address({ delete: comment.id })}
                onDelete={() => deletion.ask(comment)}
                form={
                  editing === comment.id &&
                  viewer && (
                    <CommentEditForm
                      comment={comment}
                      path={address({ edit: comment.id }, commentAnchor(comment.id))}
                      back={address({}, commentAnchor(comment.id))}
                      draft={draftNames.commentEdit(viewer.username, comment.id)}
                      refused={refusedText(ofIntent('edit-comment'))}
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
        <Writing {...props} path={here} failure={ofIntent('edit-comment') ? null : failure} />
      </div>
      <DeleteCommentDialog
        comment={deletion.asked}
        path={here}
        fetcher={deletion.fetcher}
        refusal={deletion.refusal}
        onClose={deletion.keep}
      />
    </section>
  );
}

const privateText = 'Private discussion. You cannot write comments here!';

/** Addresses of this page of the discussion, with what is asked of it. */
function useAddress(path: string) {
  const { search } = useLocation();
  return (asked: Record<string, string>, part = 'comments') => {
    const query = new URLSearchParams(search);
    for (const name of ['delete', 'edit', 'comment', 'by']) query.delete(name);
    for (const [name, value] of Object.entries(asked)) query.set(name, value);
    return `${path}${query.size > 0 ? `?${query}` : ''}#${part}`;
  };
}

function refusedText(failure: FormFailure | null): RefusedText | null {
  if (!failure) return null;
  const { fields, message, typed } = failure;
  return { message: fields.text ?? fields.key ?? message, text: typed.text };
}

interface WritingProps extends DiscussionCommentsProps {
  path: string;
}

function Writing({ discussion, comments, formKey, path, failure }: WritingProps) {
  const viewer = useViewer();
  if (viewer && formKey !== null) {
    // A server that was not reached gave nothing back.
    const mine = failure && (failure.typed.intent ?? 'comment') === 'comment';
    return (
      <CommentForm
        path={path}
        formKey={formKey}
        draft={draftNames.comment(viewer.username, discussion.id)}
        refused={mine ? refusedText(failure) : null}
      />
    );
  }
  // The empty list says it already.
  if (discussion.isPrivate) return comments.length > 0 && <Notice>{privateText}</Notice>;
  return (
    <Notice
      action={
        <ButtonLink
          size="sm"
          to={`/login?next=${encodeURIComponent(discussionPath(discussion.id))}`}
        >
          Log in
        </ButtonLink>
      }
    >
      <Link to="/register" className="text-link">
        Register
      </Link>{' '}
      or log in to write a comment.
    </Notice>
  );
}
