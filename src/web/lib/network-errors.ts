import { isRouteErrorResponse } from 'react-router';
import type { ConnectionProblem } from './connection-state.ts';

/** What a person reads whose request did not reach the server. */
export const networkErrorText = 'Cannot reach the server. Check your connection.';

/** Answers that say nothing of the page: try again later. */
const later = new Set([408, 425, 429]);
/** What a proxy answers when the server behind it does not. */
const gateway = new Set([502, 503, 504]);

/** Stands in for whatever the browser throws when no answer of the server's came. */
export class NetworkError extends Error {
  override name = 'Unreachable';

  constructor() {
    super(networkErrorText);
  }
}

/**
 * Why a request of the router failed: `offline` where the server was not reached, `failing` where it was
 * and could not answer; null for what the server decided, such as a redirect or that nothing is there.
 */
export function connectionProblemOf(error: unknown): ConnectionProblem | null {
  if (error instanceof Response) return null;
  if (isRouteErrorResponse(error)) {
    const { status, data } = error;
    // An answer of our own carries an object, a proxy's is a text.
    if (gateway.has(status) && typeof data !== 'object') return 'offline';
    return status >= 500 || later.has(status) ? 'failing' : null;
  }
  return isNoResponse(error) ? 'offline' : 'failing';
}

/** What the browser throws when no answer comes, ours after a silence, and the router's when one is cut. */
function isNoResponse(error: unknown): boolean {
  if (isNetworkError(error) || error instanceof TypeError || error instanceof DOMException)
    return true;
  return error instanceof Error && error.message.startsWith('Unable to decode turbo-stream');
}

/** Whether a screen failed because the server was not reached. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof NetworkError;
}
