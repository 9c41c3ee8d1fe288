import { createContext, useContext } from 'react';

/** On the server the id of the request whose failure is rendered; null where nothing failed. */
export const FailedRequest = createContext<string | null>(null);

/** The id of the request that failed; in the browser it is read from the document that told of it. */
export function useFailedRequest(): string | null {
  const rendered = useContext(FailedRequest);
  if (rendered !== null || typeof document === 'undefined') return rendered;
  return document.documentElement.dataset.request ?? null;
}
