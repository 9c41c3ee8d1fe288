import { useContext, useEffect, useSyncExternalStore } from 'react';
import {
  UNSAFE_FrameworkContext as FrameworkContext,
  matchRoutes,
  type RouteObject,
  useNavigation,
} from 'react-router';
import { timers } from '#shared/limits.ts';

/** Where a reload is to go to; null while every part has loaded. */
let failed: string | null = null;
const listeners = new Set<() => void>();
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

/** Watches the scripts of each page gone to: one that fails, or takes too long, is reported. */
export function useChunkWatch(): void {
  const manifest = useContext(FrameworkContext)?.manifest;
  const { location } = useNavigation();
  const target = location ? location.pathname + location.search : null;

  useEffect(() => {
    const left = readNote();
    if (left) report(left);
    function failedPart() {
      report(window.location.pathname + window.location.search);
    }
    window.addEventListener('vite:preloadError', failedPart);
    return () => window.removeEventListener('vite:preloadError', failedPart);
  }, []);

  useEffect(() => {
    if (!import.meta.env.PROD || !manifest || target === null) return;
    const screens = Object.values(manifest.routes).flatMap((entry): RouteObject[] =>
      entry?.parentId === 'root' ? [{ id: entry.id, path: entry.path ?? '/' }] : [],
    );
    const id = matchRoutes(screens, target)?.[0]?.route.id;
    const script = id && manifest.routes[id]?.module;
    if (!script) return;
    const late = setTimeout(() => report(target), timers.chunkLoadMs);
    // The browser fetches a script once, whoever asks: this only listens to how that ends.
    import(/* @vite-ignore */ script)
      .catch(() => writeNote(target))
      .finally(() => clearTimeout(late));
    return () => clearTimeout(late);
  }, [manifest, target]);
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
