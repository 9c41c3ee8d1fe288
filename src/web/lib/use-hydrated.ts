import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether scripts run on this page: false on the server and in the browser's first render, which agree,
 * and true once React has taken the page over.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
