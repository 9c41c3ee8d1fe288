import { useContext, useEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useRevalidator } from 'react-router';
import { setConnectionProblem, useConnectionProblem } from './connection-state.ts';
import { useLive } from './live-context.ts';
import { useViewer } from './viewer.ts';

/** The first wait, the longest, and by how much of it clients differ, so that they do not all come at once. */
const firstMs = 1_000;
const longestMs = 30_000;
const spread = 0.5;
/** How long a socket may be away before the server is asked by another way whether it is there. */
const missedMs = 2_000;

const spreadOut = (ms: number) => ms * (1 + spread * Math.random());

/**
 * Reads the screen again until that succeeds, for as long as it may be out of date: after ever longer
 * waits, and at once when the network or the socket is back or somebody looks at the page again. A
 * socket that goes away is a reason to ask whether the server is still there.
 */
export function useReloadAfterOutage(): void {
  const trouble = useConnectionProblem();
  const { connected } = useLive();
  const isPlayer = useViewer() !== null;
  const { revalidate } = useRevalidator();
  const router = useContext(DataRouterContext)?.router;
  const wasConnected = useRef(false);

  useEffect(() => {
    const lost = () => setConnectionProblem('offline');
    if (!navigator.onLine) lost();
    window.addEventListener('offline', lost);
    return () => window.removeEventListener('offline', lost);
  }, []);

  useEffect(() => {
    if (trouble === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = firstMs;
    let reading = false;
    async function read() {
      clearTimeout(timer);
      // A page that is on its way is answered, or not, by itself.
      const isFree = router?.state.navigation.state === 'idle';
      if (isFree && !reading && !document.hidden) {
        reading = true;
        await revalidate();
        reading = false;
      }
      if (stopped) return;
      timer = setTimeout(read, spreadOut(waitMs));
      waitMs = Math.min(waitMs * 2, longestMs);
    }
    let stopped = false;
    function readSoon() {
      waitMs = firstMs;
      void read();
    }
    timer = setTimeout(read, spreadOut(waitMs));
    window.addEventListener('online', readSoon);
    document.addEventListener('visibilitychange', readSoon);
    if (connected) readSoon();
    return () => {
      stopped = true;
      clearTimeout(timer);
      window.removeEventListener('online', readSoon);
      document.removeEventListener('visibilitychange', readSoon);
    };
  }, [trouble, connected, revalidate, router]);

  useEffect(() => {
    const isLost = wasConnected.current && !connected && isPlayer;
    wasConnected.current = connected;
    if (!isLost) return;
    const timer = setTimeout(() => {
      if (!document.hidden && router?.state.navigation.state === 'idle') void revalidate();
    }, spreadOut(missedMs));
    return () => clearTimeout(timer);
  }, [connected, isPlayer, revalidate, router]);
}
