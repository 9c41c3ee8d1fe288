import type { IncomingMessage } from 'node:http';
import { socketConstants } from '#shared/constants/server/sockets.ts';

/**
 * Whether a request becomes a websocket. Requests for another protocol are answered as if they asked for none
 * (RFC 9110, 7.8): some clients offer HTTP/2 with each first request.
 */
export function isSocketUpgrade({ url, headers }: IncomingMessage): boolean {
  const isWebSocket = headers.upgrade?.toLowerCase() === 'websocket';
  return isWebSocket && (url?.startsWith(socketConstants.path) ?? false);
}
