import type { IncomingMessage, Server } from 'node:http';
import { addPicturePath, uploadApiPath } from '#shared/constants/gallery/gallery-paths.ts';
import { downloadUploadUrl } from '#shared/constants/game-library/download-paths.ts';
import { connectionConstants } from '#shared/constants/server/http-requests.ts';

/**
 * Destroys a connection whose request has not arrived completely after `ms` milliseconds, even if nothing
 * reads its body. Uploads may take longer: they have a minimum rate.
 */
export function limitArrivalTime(server: Server, ms: number): void {
  server.on('request', (request) => {
    if (request.socket.destroyed || !hasBody(request)) return;
    const timer = setTimeout(
      () => {
        if (!request.complete) request.socket.destroy();
      },
      getUploadMs(request.url ?? '') ?? ms,
    );
    request.once('close', () => clearTimeout(timer));
  });
}

function getUploadMs(url: string): number | null {
  const isPicture = url.startsWith(`${uploadApiPath}/`) || url === addPicturePath;
  if (isPicture) return connectionConstants.uploadMs;
  return downloadUploadUrl.test(url) ? connectionConstants.downloadUploadMs : null;
}

function hasBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > 0;
}
