import type { IncomingMessage, Server } from 'node:http';
import { uploadPath } from '#shared/constants/gallery-paths.ts';

/**
 * Destroys a connection whose request has not arrived completely after `ms` milliseconds, even if nothing
 * reads its body. Uploads are excluded: they take longer and have a minimum rate.
 */
export function limitArrivalTime(server: Server, ms: number): void {
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
