import { useSyncExternalStore } from 'react';

/**
 * Why the screen may be out of date: the server does not answer, or it answers that reading the screen
 * again failed.
 */
export type ConnectionProblem = 'offline' | 'failing';

let trouble: ConnectionProblem | null = null;
const listeners = new Set<() => void>();

/** Notes how the last read of the screen ended; null when it is up to date. */
export function setConnectionProblem(next: ConnectionProblem | null): void {
  if (trouble === next) return;
  trouble = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Why the screen may be out of date; null when it is not. */
export function useConnectionProblem(): ConnectionProblem | null {
  return useSyncExternalStore(
    subscribe,
    () => trouble,
    () => null,
  );
}
