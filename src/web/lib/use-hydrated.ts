import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/**
 * Whether React has hydrated the page. False on the server and in the browser's first render, which must
 * be equal; true afterwards.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
