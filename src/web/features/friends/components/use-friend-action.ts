import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { FriendIntent } from '#shared/constants/friend-intents.ts';

/**
 * Does something to somebody without leaving the page: what came of it is said in passing by the
 * route, and the page is read anew. `onAnswer` is called when an answer is there, refused or not.
 */
export function useFriendAction(onAnswer?: () => void) {
  const fetcher = useFetcher<object>();
  const { data, state, formData } = fetcher;
  const answered = useRef(data);
  const answer = useRef(onAnswer);
  answer.current = onAnswer;

  useEffect(() => {
    if (!data || answered.current === data) return;
    answered.current = data;
    answer.current?.();
  }, [data]);

  return {
    fetcher,
    isPending: (intent: FriendIntent) => state !== 'idle' && formData?.get('intent') === intent,
  };
}

export type FriendAction = ReturnType<typeof useFriendAction>;
