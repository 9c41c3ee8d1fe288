import { isRouteErrorResponse } from 'react-router';
import type { ConnectionProblem } from './connection-state.ts';

/** The text for a request that did not reach the server. */
export const networkErrorText = 'Cannot reach the server. Check your connection.';

/** Temporary errors: retrying may succeed. */
const temporaryStatuses = new Set([408, 425, 429]);
/** What a proxy answers when the server behind it does not. */
export const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Replaces the various errors that browsers throw when the server did not answer. */
export class NetworkError extends Error {
  override name = 'Unreachable';

  constructor() {
    super(networkErrorText);
  }
}

/**
 * Returns why a request of the router failed: `offline` when no answer came, `unavailable` when a proxy
 * answered in place of the server, `failing` when the server had an error. Returns null for a decision of the server, such as a redirect or a 404.
 */
export function connectionProblemOf(error: unknown): ConnectionProblem | null {
  if (error instanceof Response) return null;
  if (isRouteErrorResponse(error)) {
    const { status, data } = error;
    // Our own server answers with an object, a proxy with a text.
    if (gatewayStatuses.has(status) && typeof data !== 'object') return 'unavailable';
    return status >= 500 || temporaryStatuses.has(status) ? 'failing' : null;
  }
  return isNoResponse(error) ? 'offline' : 'failing';
}

/** Whether the server itself gave no answer. */
export function isUnreached(problem: ConnectionProblem | null): boolean {
  return problem === 'offline' || problem === 'unavailable';
}

/**
 * Whether no complete answer came: the browser failed to connect, our time limit ended the request, or the
 * router received only a part of the answer.
 */
function isNoResponse(error: unknown): boolean {
  if (isNetworkError(error) || error instanceof TypeError || error instanceof DOMException)
    return true;
  return error instanceof Error && error.message.startsWith('Unable to decode turbo-stream');
}

/** Whether a screen failed because the server did not answer. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof NetworkError;
}
