import { useContext, useEffect, useSyncExternalStore } from 'react';
import {
  type ClientInstrumentation,
  UNSAFE_FrameworkContext as FrameworkContext,
  matchRoutes,
  type RouteObject,
} from 'react-router';
import { timers } from '#shared/limits.ts';

/** Where a reload is to go to; null while every part has loaded. */
let failed: string | null = null;
const listeners = new Set<() => void>();
/** Each screen's path; its handle is the address of its script. */
let screens: RouteObject[] = [];
/** Survives the reload that the router makes by itself when a screen's script is not there. */
const note = 'chunk-failure';

function report(path: string) {
  failed = path;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The page that a part could not be loaded of, to load it as a whole; null when all is well. */
export function useChunkFailure(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => failed,
    () => null,
  );
}

/** Learns which script each screen is in, and tells what went wrong before a reload. */
export function useChunkWatch(): void {
  const { manifest } = useContext(FrameworkContext) ?? {};

  useEffect(() => {
    if (!manifest) return;
    screens = Object.values(manifest.routes).flatMap((entry) =>
      entry?.parentId === 'root' ? [{ path: entry.path ?? '/', handle: entry.module }] : [],
    );
  }, [manifest]);

  useEffect(() => {
    const left = readNote();
    if (left) report(left);
    function failedPart() {
      report(window.location.pathname + window.location.search);
    }
    window.addEventListener('vite:preloadError', failedPart);
    return () => window.removeEventListener('vite:preloadError', failedPart);
  }, []);
}

/**
 * Watches the script of each page gone to: one that takes too long is reported, and one that fails
 * is noted, because the router then reloads the page by itself and says nothing.
 */
export const chunkWatch: ClientInstrumentation = {
  router(router) {
    router.instrument({
      async navigate(go, { to }) {
        if (import.meta.env.PROD && typeof to === 'string') watch(to);
        await go();
      },
    });
  },
};

let late: ReturnType<typeof setTimeout> | undefined;

function watch(to: string) {
  clearTimeout(late);
  const { pathname, search } = new URL(to, window.location.href);
  const script: unknown = matchRoutes(screens, pathname)?.[0]?.route.handle;
  if (typeof script !== 'string') return;
  const target = pathname + search;
  const timer = setTimeout(() => report(target), timers.chunkLoadMs);
  late = timer;
  // The browser fetches a script once, whoever asks: this only listens to how that ends, and asks
  // before the router does, so that the note is written before the page is left.
  import(/* @vite-ignore */ script)
    .catch(() => writeNote(target))
    .finally(() => clearTimeout(timer));
}

function writeNote(path: string) {
  try {
    sessionStorage.setItem(note, path);
  } catch {
    report(path);
  }
}

function readNote(): string | null {
  try {
    const path = sessionStorage.getItem(note);
    sessionStorage.removeItem(note);
    return path;
  } catch {
    return null;
  }
}
