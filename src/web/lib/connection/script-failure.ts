import { useContext, useEffect, useSyncExternalStore } from 'react';
import {
  type ClientInstrumentation,
  UNSAFE_FrameworkContext as FrameworkContext,
  matchRoutes,
  type RouteObject,
} from 'react-router';
import { pageTimerConstants } from '#shared/constants/page-timers.ts';
import { setConnectionProblem } from './connection-state.ts';
import { probeServer } from './probe-server.ts';

/** A page whose script could not be loaded. It has to be loaded as a whole document. */
interface ChunkFailure {
  path: string;
  /** The server has the script, but this document cannot load it any more; a new document can. */
  isOnServer: boolean;
}

let failure: ChunkFailure | null = null;
const listeners = new Set<() => void>();
/** The path of each screen; the route's `handle` is the URL of its script. */
let screens: RouteObject[] = [];
/** Scripts that this document cannot load any more, each with whether the server has it. */
const failedScripts = new Map<string, boolean>();
/** The screen of the last navigation. */
let target: { script: string; path: string; timer: ReturnType<typeof setTimeout> } | null = null;

function report(path: string, isOnServer = false) {
  failure = { path, isOnServer };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the page whose script could not be loaded; null when there is no failure. */
export function useScriptFailure(): ChunkFailure | null {
  return useSyncExternalStore(
    subscribe,
    () => failure,
    () => null,
  );
}

/** Reads the script of each screen from the manifest and reports chunks that Vite cannot preload. */
export function useScriptInstrumentation(): void {
  const { manifest } = useContext(FrameworkContext) ?? {};

  useEffect(() => {
    if (!manifest) return;
    screens = Object.values(manifest.routes).flatMap((entry) =>
      entry?.path || entry?.index ? [{ path: entry.path ?? '/', handle: entry.module }] : [],
    );
  }, [manifest]);

  useEffect(() => {
    async function reportFailure() {
      const path = window.location.pathname + window.location.search;
      if (await probeServer(path)) report(path);
      else setConnectionProblem('offline');
    }
    const onPreloadError = () => void reportFailure();
    window.addEventListener('vite:preloadError', onPreloadError);
    return () => window.removeEventListener('vite:preloadError', onPreloadError);
  }, []);
}

/** Reports at each navigation when the script of the new screen takes too long or is known to fail. */
export const scriptInstrumentation: ClientInstrumentation = {
  router(router) {
    router.instrument({
      async navigate(go, { to }) {
        if (import.meta.env.PROD && typeof to === 'string') watch(to);
        await go();
      },
    });
  },
};

function watch(to: string) {
  clearTimeout(target?.timer);
  const { pathname, search } = new URL(to, window.location.href);
  const script: unknown = matchRoutes(screens, pathname)?.[0]?.route.handle;
  if (typeof script !== 'string') return;
  const path = pathname + search;
  const waitMs = failedScripts.has(script) ? 0 : pageTimerConstants.chunkLoadMs;
  const timer = setTimeout(() => report(path, failedScripts.get(script)), waitMs);
  target = { script, path, timer };
}

/** Records that the script of a screen was loaded. */
export function markScriptLoaded(script: string): void {
  if (target?.script === script) clearTimeout(target.timer);
}

/** Records that this document cannot load the script of a screen although the server answers. */
export function markScriptFailed(script: string, isOnServer: boolean): void {
  failedScripts.set(script, isOnServer);
  if (target?.script === script) report(target.path, isOnServer);
}
