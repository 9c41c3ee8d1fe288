import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { useToast } from '#web/ui/toast.tsx';
import type { Comment, CommentAnswer } from './comment.ts';

/** Asks for, sends and follows the deletion of one comment at a time. */
export function useCommentDeletion(onDeleted: () => void) {
  const fetcher = useFetcher<CommentAnswer>();
  const toast = useToast();
  const [asked, setAsked] = useState<Comment | null>(null);
  const [told, setTold] = useState<CommentAnswer | undefined>(undefined);
  const { data: answer, state } = fetcher;
  const gone = answer?.refusal?.code === 'comment-gone';
  // What was answered to an earlier question is not said again.
  const [before, setBefore] = useState<CommentAnswer | undefined>(undefined);

  useEffect(() => {
    if (state !== 'idle' || !answer || told === answer) return;
    setTold(answer);
    if (answer.refusal && !gone) return;
    if (gone && answer.refusal) toast.failure(answer.refusal.message);
    else toast.success('Comment deleted.');
    setAsked(null);
    onDeleted();
  }, [state, answer, told, gone, toast, onDeleted]);

  return {
    fetcher,
    asked,
    refusal: answer === before ? undefined : answer?.refusal,
    ask(comment: Comment) {
      setBefore(answer);
      setAsked(comment);
    },
    keep: () => setAsked(null),
  };
}
