import { useEffect, useState } from 'react';
import { useFetchers, useNavigation, useRevalidator } from 'react-router';
import { setConnectionProblem } from '../connection-state.ts';
import { waitForConnection } from '../reach-server.ts';
import type { LiveHub } from './live-hub.ts';

/** For so long what a form of the ended session does may take to reach the browser's cookies. */
const endMs = 1_000;
const retryMs = 5_000;

/**
 * Opens a socket for whom `username` names, once the page is painted, and binds it to `hub`; answers
 * whether it is connected. When its session ends the page is read anew, as whoever it is for now.
 */
export function useSocket(hub: LiveHub, username: string | null): boolean {
  const [connected, setConnected] = useState(false);
  const session = useSession();
  useEffect(() => {
    if (username === null) return;
    let closed = false;
    let leave = () => {};
    const open = async () => {
      const code = await loadSocket(() => closed);
      if (!code) return;
      const socket = code.openSocket({
        onEnd: session.end,
        onQuiet: () => setConnectionProblem('offline'),
      });
      const show = () => setConnected(socket.connected);
      socket.on('connect', show);
      socket.on('disconnect', show);
      // A browser keeps no page aside that has a connection.
      const hide = () => void socket.disconnect();
      const wake = (event: PageTransitionEvent) => void (event.persisted && socket.connect());
      addEventListener('pagehide', hide);
      addEventListener('pageshow', wake);
      const unbind = hub.bind(socket);
      leave = () => {
        unbind();
        removeEventListener('pagehide', hide);
        removeEventListener('pageshow', wake);
      };
    };
    const stopWaiting = afterPaint(() => void open().catch(() => undefined));
    return () => {
      closed = true;
      stopWaiting();
      leave();
      setConnected(false);
    };
  }, [hub, username, session]);
  return connected;
}

/** Loads the code of sockets, however often that fails; null once nobody wants it any more. */
async function loadSocket(isUnwanted: () => boolean) {
  while (!isUnwanted()) {
    try {
      const code = await import('./open-socket.ts');
      if (!isUnwanted()) return code;
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
 * The session that the browser has; its `end` reads the page anew, after which it is another one. That
 * waits until no form is on its way: its answer may carry the cookie of the next session, and a page
 * that is asked for with the last one's would take it away.
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
    const timer = setTimeout(async () => {
      await revalidate();
      setDue(false);
      setSession({ end: () => setDue(true) });
    }, endMs);
    return () => clearTimeout(timer);
  }, [isDue, isBusy, revalidate]);
  return session;
}
