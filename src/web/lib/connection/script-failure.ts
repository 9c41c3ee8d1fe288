import { useContext, useEffect, useSyncExternalStore } from 'react';
import {
  type ClientInstrumentation,
  UNSAFE_FrameworkContext as FrameworkContext,
  matchRoutes,
  type RouteObject,
} from 'react-router';
import { pageTimerConstants } from '#shared/constants/page-timers.ts';
import { probeServer } from './probe-server.ts';

/**
 * Why a script was not loaded. `missing`: the server does not have it. `failing`: the server answers with an
 * error, and the script is requested again. `cached-failure`: the server has it, but the browser has cached an
 * earlier failure for this document; a new document can load it. `unknown`: for example, it takes too long.
 */
export type ScriptFailureReason = 'missing' | 'failing' | 'cached-failure' | 'unknown';

/** A page whose script could not be loaded. It has to be loaded as a whole document. */
interface ChunkFailure {
  path: string;
  reason: ScriptFailureReason;
}

let failure: ChunkFailure | null = null;
const listeners = new Set<() => void>();
/** The path of each screen; the route's `handle` is the URL of its script. */
let screens: RouteObject[] = [];
/** Scripts that this document could not load, each with the reason. */
const failedScripts = new Map<string, ScriptFailureReason>();
/** The screen of the last navigation. */
let target: { script: string; path: string; timer: ReturnType<typeof setTimeout> } | null = null;

function setFailure(next: ChunkFailure | null) {
  failure = next;
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
      if ((await probeServer(path)) !== 'unreached') setFailure({ path, reason: 'unknown' });
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
  // A navigation to the shown page ends the failed one.
  const isShown = path === window.location.pathname + window.location.search;
  if (failure && failure.path !== path && !isShown) setFailure(null);
  const waitMs = failedScripts.has(script) ? 0 : pageTimerConstants.chunkLoadMs;
  const timer = setTimeout(
    () => setFailure({ path, reason: failedScripts.get(script) ?? 'unknown' }),
    waitMs,
  );
  target = { script, path, timer };
}

/** Records that the script of a screen was loaded. */
export function markScriptLoaded(script: string): void {
  failedScripts.delete(script);
  if (target?.script !== script) return;
  clearTimeout(target.timer);
  if (failure?.path === target.path) setFailure(null);
}

/** Records why this document could not load the script of a screen although the server answers. */
export function markScriptFailed(script: string, reason: ScriptFailureReason): void {
  failedScripts.set(script, reason);
  if (target?.script === script) setFailure({ path: target.path, reason });
}
