import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { FriendIntent } from '#shared/constants/friends.ts';

/**
 * Sends a friend action without leaving the page. The route shows the result in a toast, and the page is
 * loaded again. `onAnswer` is called when the server has answered, also with an error.
 */
export function useFriendAction(onAnswer?: () => void) {
  const fetcher = useFetcher<object>();
  const { data, state, formData } = fetcher;
  const handledData = useRef(data);
  const latestOnAnswer = useRef(onAnswer);
  latestOnAnswer.current = onAnswer;

  useEffect(() => {
    if (!data || handledData.current === data) return;
    handledData.current = data;
    latestOnAnswer.current?.();
  }, [data]);

  return {
    fetcher,
    isPending: (intent: FriendIntent) => state !== 'idle' && formData?.get('intent') === intent,
  };
}

export type FriendAction = ReturnType<typeof useFriendAction>;
