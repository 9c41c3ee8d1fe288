import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useLive } from './live-context.ts';

/** Several changes within this time are one. */
const gatherMs = 300;

/**
 * Reads the screen anew when one of these things has changed elsewhere: soon while somebody looks at
 * it, else as soon as somebody does.
 */
export function useLiveRefresh(...what: ('friends' | 'notices' | 'balance' | 'status')[]): void {
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
      if (!watched.split(',').some((one) => one in changed)) return;
      stale.current = true;
      timer ??= setTimeout(refresh, gatherMs);
    });
    document.addEventListener('visibilitychange', refresh);
    return () => {
      stop();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [subscribe, revalidate, watched]);
}
