import { useEffect, useState } from 'react';
import { useFetchers, useNavigation, useRevalidator } from 'react-router';
import { setConnectionProblem } from '../connection/connection-state.ts';
import { waitForConnection } from '../connection/probe-server.ts';
import type { LiveHub } from './live-context.ts';

/** How long to wait until the answer of a form, such as a login, has changed the browser's cookies. */
const cookieWaitMs = 1_000;
const retryMs = 5_000;

/**
 * Opens a socket for the account `username` after the first paint and attaches it to `hub`. Returns whether
 * it is connected. When its session ends, the page is loaded again with the browser's current session.
 */
export function useSocket(hub: LiveHub, username: string | null): boolean {
  const [connected, setConnected] = useState(false);
  const session = useSession();
  useEffect(() => {
    if (username === null) return;
    let isClosed = false;
    let detach = () => {};
    const open = async () => {
      const socketModule = await loadSocketModule(() => isClosed);
      if (!socketModule) return;
      const socket = socketModule.openSocket({
        onSessionEnd: session.end,
        onLatePing: () => setConnectionProblem('offline'),
      });
      const updateConnected = () => setConnected(socket.connected);
      socket.on('connect', updateConnected);
      socket.on('disconnect', updateConnected);
      // A browser does not put a page with an open connection into its back/forward cache.
      const onPageHide = () => void socket.disconnect();
      const onPageShow = (event: PageTransitionEvent) => void (event.persisted && socket.connect());
      addEventListener('pagehide', onPageHide);
      addEventListener('pageshow', onPageShow);
      const detachSocket = hub.attachSocket(socket);
      detach = () => {
        detachSocket();
        removeEventListener('pagehide', onPageHide);
        removeEventListener('pageshow', onPageShow);
      };
    };
    const stopWaiting = afterPaint(() => void open().catch(() => undefined));
    return () => {
      isClosed = true;
      stopWaiting();
      detach();
      setConnected(false);
    };
  }, [hub, username, session]);
  return connected;
}

/** Loads the socket module and retries until that succeeds; null when it is no longer needed. */
async function loadSocketModule(isUnwanted: () => boolean) {
  while (!isUnwanted()) {
    try {
      const socketModule = await import('./open-socket.ts');
      if (!isUnwanted()) return socketModule;
    } catch {
      await waitForConnection(retryMs);
    }
  }
  return null;
}

function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run, 0);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * Returns the session of the browser. Its `end` loads the page again; then there is a new session object.
 * The load waits until no form is being sent. The answer of the form may set the cookie of the next session,
 * and a request with the old cookie would delete it.
 */
function useSession(): { end(): void } {
  const [isDue, setDue] = useState(false);
  const [session, setSession] = useState(() => ({ end: () => setDue(true) }));
  const { revalidate } = useRevalidator();
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const isBusy = [navigation, ...fetchers].some(({ state }) => state !== 'idle');
  useEffect(() => {
    if (!isDue || isBusy) return;
    async function startSession() {
      await revalidate();
      setDue(false);
      setSession({ end: () => setDue(true) });
    }
    const timer = setTimeout(() => void startSession(), cookieWaitMs);
    return () => clearTimeout(timer);
  }, [isDue, isBusy, revalidate]);
  return session;
}
