import { useContext, useEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useRevalidator } from 'react-router';
import { useLive } from '../live/live-context.ts';
import { useViewer } from '../root-data.ts';
import { setConnectionProblem, useConnectionProblem } from './connection-state.ts';

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;
/** Each wait is up to 50 % longer at random, so that not all clients retry at the same time. */
const jitter = 0.5;
/** How long the socket may be disconnected before an HTTP request checks whether the server answers. */
const socketLostMs = 2_000;

const withJitter = (ms: number) => ms * (1 + jitter * Math.random());

/**
 * Loads the screen again until that succeeds while it may be out of date. The waits between attempts
 * double. The next attempt starts at once when the network or the socket is back, or when the tab becomes
 * visible. A socket that is offline also causes one attempt, to find out whether the server still answers.
 */
export function useReloadAfterOutage(): void {
  const problem = useConnectionProblem();
  const { connected } = useLive();
  const isPlayer = useViewer() !== null;
  const { revalidate } = useRevalidator();
  const router = useContext(DataRouterContext)?.router;
  const wasConnected = useRef(false);

  useEffect(() => {
    const onOffline = () => setConnectionProblem('offline');
    if (!navigator.onLine) onOffline();
    window.addEventListener('offline', onOffline);
    return () => window.removeEventListener('offline', onOffline);
  }, []);

  useEffect(() => {
    if (problem === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = firstWaitMs;
    let reloading = false;
    async function reload() {
      clearTimeout(timer);
      // A running navigation shows by itself whether the server answers.
      const isIdle = router?.state.navigation.state === 'idle';
      if (isIdle && !reloading && !document.hidden) {
        reloading = true;
        await revalidate();
        reloading = false;
      }
      if (stopped) return;
      timer = setTimeout(() => void reload(), withJitter(waitMs));
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    }
    let stopped = false;
    function reloadNow() {
      waitMs = firstWaitMs;
      void reload();
    }
    timer = setTimeout(() => void reload(), withJitter(waitMs));
    window.addEventListener('online', reloadNow);
    document.addEventListener('visibilitychange', reloadNow);
    if (connected) reloadNow();
    return () => {
      stopped = true;
      clearTimeout(timer);
      window.removeEventListener('online', reloadNow);
      document.removeEventListener('visibilitychange', reloadNow);
    };
  }, [problem, connected, revalidate, router]);

  useEffect(() => {
    const isLost = wasConnected.current && !connected && isPlayer;
    wasConnected.current = connected;
    if (!isLost) return;
    const timer = setTimeout(() => {
      if (!document.hidden && router?.state.navigation.state === 'idle') void revalidate();
    }, withJitter(socketLostMs));
    return () => clearTimeout(timer);
  }, [connected, isPlayer, revalidate, router]);
}
