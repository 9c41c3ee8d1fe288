import { useContext, useEffect, useSyncExternalStore } from 'react';
import {
  type ClientInstrumentation,
  UNSAFE_FrameworkContext as FrameworkContext,
  matchRoutes,
  type RouteObject,
} from 'react-router';
import { screenTimerConstants } from '#shared/constants/screen-timers.ts';
import { setConnectionProblem } from './connection-state.ts';
import { probeServer } from './reach-server.ts';

/** Where a page is to be loaded as a whole, since a part of it did not come. */
interface ChunkFailure {
  path: string;
  /** The server has the part, but the browser remembers that it failed: another page can load it. */
  isThere: boolean;
}

let failed: ChunkFailure | null = null;
const listeners = new Set<() => void>();
/** Each screen's path; its handle is the address of its script. */
let screens: RouteObject[] = [];
/** Scripts of screens that cannot be loaded in this page any more, and whether the server has them. */
const broken = new Map<string, boolean>();
/** The screen that was gone to last. */
let wanted: { script: string; path: string; late: ReturnType<typeof setTimeout> } | null = null;

function report(path: string, isThere = false) {
  failed = { path, isThere };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The page that a part could not be loaded of, to load it as a whole; null when all is well. */
export function useScriptFailure(): ChunkFailure | null {
  return useSyncExternalStore(
    subscribe,
    () => failed,
    () => null,
  );
}

/** Learns which script each screen is in, and reports parts of pages that do not come. */
export function useScriptInstrumentation(): void {
  const { manifest } = useContext(FrameworkContext) ?? {};

  useEffect(() => {
    if (!manifest) return;
    screens = Object.values(manifest.routes).flatMap((entry) =>
      entry?.path || entry?.index ? [{ path: entry.path ?? '/', handle: entry.module }] : [],
    );
  }, [manifest]);

  useEffect(() => {
    async function failedPart() {
      const path = window.location.pathname + window.location.search;
      if (await probeServer(path)) report(path);
      else setConnectionProblem('offline');
    }
    window.addEventListener('vite:preloadError', failedPart);
    return () => window.removeEventListener('vite:preloadError', failedPart);
  }, []);
}

/** Watches the script of each page gone to: one that takes too long, or is known to fail, is reported. */
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
  clearTimeout(wanted?.late);
  const { pathname, search } = new URL(to, window.location.href);
  const script: unknown = matchRoutes(screens, pathname)?.[0]?.route.handle;
  if (typeof script !== 'string') return;
  const path = pathname + search;
  const patience = broken.has(script) ? 0 : screenTimerConstants.chunkLoadMs;
  const late = setTimeout(() => report(path, broken.get(script)), patience);
  wanted = { script, path, late };
}

/** The script of a screen is there. */
export function markScriptLoaded(script: string): void {
  if (wanted?.script === script) clearTimeout(wanted.late);
}

/** The script of a screen cannot be loaded in this page although the server answers. */
export function markScriptFailed(script: string, isThere: boolean): void {
  broken.set(script, isThere);
  if (wanted?.script === script) report(wanted.path, isThere);
}
