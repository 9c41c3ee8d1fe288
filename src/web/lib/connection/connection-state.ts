import { useSyncExternalStore } from 'react';

/**
 * Why the screen may be out of date. `offline`: no answer came. `unavailable`: a proxy answered, or the server
 * with errors only. `failing`: the server answers, but the screen could not be loaded again.
 */
export type ConnectionProblem = 'offline' | 'unavailable' | 'failing';

let problem: ConnectionProblem | null = null;
const listeners = new Set<() => void>();

/** Stores the result of the last load of the screen; null when the screen is up to date. */
export function setConnectionProblem(next: ConnectionProblem | null): void {
  if (problem === next) return;
  problem = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns why the screen may be out of date; null when it is up to date. */
export function useConnectionProblem(): ConnectionProblem | null {
  return useSyncExternalStore(
    subscribe,
    () => problem,
    () => null,
  );
}
