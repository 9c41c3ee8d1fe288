import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useLive } from './live-context.ts';

/** Changes within this time cause one reload. */
const debounceMs = 300;

/**
 * Loads the screen again when a thing of one of these kinds has changed elsewhere: at once while the tab is visible,
 * otherwise when it becomes visible.
 */
export function useLiveRefresh(
  ...what: ('friends' | 'notices' | 'balance' | 'status' | 'trades')[]
): void {
  const { subscribe } = useLive();
  const { revalidate } = useRevalidator();
  const watched = what.toSorted().join();
  const stale = useRef(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      if (!stale.current || document.hidden) return;
      stale.current = false;
      void revalidate();
    };
    const stop = subscribe('changed', (changed) => {
      if (!watched.split(',').some((kind) => kind in changed)) return;
      stale.current = true;
      timer ??= setTimeout(refresh, debounceMs);
    });
    document.addEventListener('visibilitychange', refresh);
    return () => {
      stop();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [subscribe, revalidate, watched]);
}
