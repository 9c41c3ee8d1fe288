import { MessageSquareText } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { useToast } from '#web/ui/toast.tsx';
import type { Comment, CommentAnswer, CommentBar } from './comment.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentRow } from './comment-row.tsx';
import { DeleteCommentDialog, DeleteCommentForm, deleteQuestion } from './delete-comment.tsx';
import { useCommentDeletion } from './use-comment-deletion.ts';

interface ProfileCommentsProps {
  /** The profile's address. */
  path: string;
  /** Whose it is; null for the reader's own. */
  owner: string | null;
  comments: Comment[];
  /** How many there are on all pages. */
  all: number;
  page: number;
  pages: number;
  now: Date;
  bar: CommentBar;
  /** The key of the next comment; null where there is a bar. */
  formKey: string | null;
  /** The comment that the address asks to delete. */
  wanted: Comment | null;
  answer: CommentAnswer | undefined;
}

/** The comments on a profile, with a form for who may write one. */
export function ProfileComments(props: ProfileCommentsProps) {
  const { path, owner, comments, all, page, pages, now, wanted, answer } = props;
  const { search } = useLocation();
  const toast = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const posted = answer?.posted;
  const [deleted, setDeleted] = useState(0);
  const deletion = useCommentDeletion(useCallback(() => setDeleted((times) => times + 1), []));

  useEffect(() => {
    // What had the focus is gone with the comment.
    if (deleted > 0) heading.current?.focus({ preventScroll: true });
  }, [deleted]);

  useEffect(() => {
    if (posted) toast.success('Comment posted.');
  }, [posted, toast]);

  function address(parameters: Record<string, string>): string {
    const query = new URLSearchParams(search);
    query.delete('delete');
    for (const [name, value] of Object.entries(parameters)) query.set(name, value);
    return `${path}${query.size > 0 ? `?${query}` : ''}#comments`;
  }
  const here = address({});
  const { fetcher } = deletion;
  const refusedDeletion = answer?.typed?.intent === 'delete-comment' ? answer.refusal : undefined;

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
        {wanted && (
          <div className="grid gap-4 rounded-lg bg-raised p-6 shadow-float">
            <h3 className="text-lg">{deleteQuestion}</h3>
            <DeleteCommentForm
              comment={wanted}
              path={address({ delete: wanted.id })}
              back={here}
              fetcher={fetcher}
              refusal={refusedDeletion}
            />
          </div>
        )}
        {refusedDeletion && !wanted && (
          <Notice tone="failure">
            {refusedDeletion.fields.commentId ?? refusedDeletion.message}
          </Notice>
        )}
        <Writing {...props} />
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
                <CommentRow
                  comment={comment}
                  now={now}
                  deletePath={address({ delete: comment.id })}
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
        comment={deletion.asked}
        path={here}
        fetcher={fetcher}
        refusal={deletion.refusal}
        onClose={deletion.keep}
      />
    </section>
  );
}

function Writing({ path, owner, bar, formKey, answer }: ProfileCommentsProps) {
  if (formKey !== null && bar === null) {
    const { refusal, typed = {}, posted } = answer ?? {};
    // A server that was not reached gave nothing back.
    const mine = refusal && typed.intent !== 'delete-comment';
    return (
      <CommentForm
        // Once posted, the next starts empty.
        key={posted}
        path={path}
        formKey={formKey}
        refused={
          mine
            ? {
                message: refusal.fields.text ?? refusal.fields.key ?? refusal.message,
                text: typed.text ?? '',
              }
            : null
        }
        again={posted !== undefined}
      />
    );
  }
  if (bar === 'visitor') {
    return (
      <Notice
        action={
          <ButtonLink size="sm" to={`/login?next=${encodeURIComponent(path)}`}>
            Log in
          </ButtonLink>
        }
      >
        Log in to write a comment.
      </Notice>
    );
  }
  if (bar === 'guest') {
    return (
      <Notice>
        Guests cannot comment on profiles.{' '}
        <Link to="/register" className="text-link">
          Register
        </Link>{' '}
        to keep your games and cards.
      </Notice>
    );
  }
  if (bar === 'not-reachable') return <Notice>This player cannot be reached.</Notice>;
  return <Notice>Nobody can write to {owner ?? 'this account'} while it is suspended.</Notice>;
}
