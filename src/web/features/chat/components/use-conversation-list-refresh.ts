import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useLive } from '#web/lib/live/live-context.ts';

/** Changes within this time cause one reload. */
const debounceMs = 300;

/** Loads the list again after new messages and reads; in a hidden tab when it becomes visible. */
export function useConversationListRefresh(): void {
  const { subscribe } = useLive();
  const { revalidate } = useRevalidator();
  const stale = useRef(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function reload() {
      timer = undefined;
      if (!stale.current || document.hidden) return;
      stale.current = false;
      void revalidate();
    }
    function onChange() {
      stale.current = true;
      timer ??= setTimeout(reload, debounceMs);
    }
    const stops = [subscribe('message', onChange), subscribe('unread', onChange)];
    document.addEventListener('visibilitychange', reload);
    return () => {
      for (const stop of stops) stop();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', reload);
    };
  }, [subscribe, revalidate]);
}
