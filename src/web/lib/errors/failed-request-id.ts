import { createContext, useContext } from 'react';
import { useRootData } from '../root-data.ts';

/** While the server renders an error page: the id of the failed request; otherwise null. */
export const FailedRequestContext = createContext<string | null>(null);

/** Returns the id of the request whose failure the screen shows. */
export function useShownRequestId(): string | null {
  const failedRequestId = useFailedRequestId();
  return useRootData()?.requestId ?? failedRequestId;
}

/** Returns the id of the failed request. The browser reads it from the attribute `data-request`. */
export function useFailedRequestId(): string | null {
  const rendered = useContext(FailedRequestContext);
  if (rendered !== null || typeof document === 'undefined') return rendered;
  return document.documentElement.dataset.request ?? null;
}
