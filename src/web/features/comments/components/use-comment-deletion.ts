import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { useToast } from '#web/ui/toast.tsx';
import type { CommentAnswer } from './comment-form-result.ts';
import type { CommentToDelete } from './delete-comment.tsx';

/** Controls the deletion of one comment at a time: the question, the request and its result. */
export function useCommentDeletion(onDeleted: () => void) {
  const fetcher = useFetcher<CommentAnswer>();
  const toast = useToast();
  const [comment, setComment] = useState<CommentToDelete | null>(null);
  const [handled, setHandled] = useState<CommentAnswer | undefined>(undefined);
  const { data: answer, state } = fetcher;
  const isGone = answer?.error?.code === 'comment-gone';
  // The result of an earlier question is not shown again.
  const [previous, setPrevious] = useState<CommentAnswer | undefined>(undefined);

  useEffect(() => {
    if (state !== 'idle' || !answer || handled === answer) return;
    setHandled(answer);
    if (answer.error && !isGone) return;
    if (isGone && answer.error) toast.failure(answer.error.message);
    else toast.success('Comment deleted.');
    setComment(null);
    onDeleted();
  }, [state, answer, handled, isGone, toast, onDeleted]);

  return {
    fetcher,
    /** The comment that the question is about; null while no question is open. */
    comment,
    error: answer === previous ? undefined : answer?.error,
    ask(toDelete: CommentToDelete) {
      setPrevious(answer);
      setComment(toDelete);
    },
    cancel: () => setComment(null),
  };
}
