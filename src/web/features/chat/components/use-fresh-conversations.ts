import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useLive } from '#web/lib/live-context.ts';

/** What comes within this time is one change. */
const gatherMs = 300;

/** Reads the list anew when something was said or read: soon while it is looked at, else when it is. */
export function useFreshConversations(): void {
  const { subscribe } = useLive();
  const { revalidate } = useRevalidator();
  const stale = useRef(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function read() {
      timer = undefined;
      if (!stale.current || document.hidden) return;
      stale.current = false;
      void revalidate();
    }
    function change() {
      stale.current = true;
      timer ??= setTimeout(read, gatherMs);
    }
    const stops = [subscribe('message', change), subscribe('unread', change)];
    document.addEventListener('visibilitychange', read);
    return () => {
      for (const stop of stops) stop();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [subscribe, revalidate]);
}
