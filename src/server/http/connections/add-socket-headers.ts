import type { Server } from 'node:http';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import type { Config } from '../../config/config.ts';
import { contentPolicy, createCommonHeaders } from '../security/security-headers.ts';

/**
 * Adds the headers of every response to those of the socket server, which answers beside the application. Call it
 * after the listeners of sockets are added.
 */
export function addSocketHeaders(server: Server, { ORIGIN, HSTS_SUBDOMAINS }: Config): void {
  const headers = new Headers(
    createCommonHeaders({ origin: ORIGIN, includesSubDomains: HSTS_SUBDOMAINS }),
  );
  headers.set('Content-Security-Policy', contentPolicy);
  server.prependListener('request', (request, response) => {
    if (request.url?.startsWith(socketConstants.path)) response.setHeaders(headers);
  });
}
