import type { IncomingMessage, Server } from 'node:http';
import { uploadPath } from '#shared/constants/gallery-paths.ts';

/**
 * Destroys a connection whose request has not arrived after `ms`, whether anything reads its body or not.
 * Uploads take longer; they have a minimum rate of their own.
 */
export function boundArrival(server: Server, ms: number): void {
  server.on('request', (request) => {
    if (request.socket.destroyed || !hasBody(request)) return;
    if (request.url?.startsWith(`${uploadPath}/`)) return;
    const timer = setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, ms);
    request.once('close', () => clearTimeout(timer));
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > 0;
}
