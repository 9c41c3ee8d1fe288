import type { Context, MiddlewareHandler } from 'hono';
import {
  findWebGameFile,
  openWebGameFile,
} from '#domain/downloads/web-games/open-web-game-file.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { downloadConstants } from '#shared/constants/game-library/downloads.ts';
import { webGameConstants } from '#shared/constants/game-library/web-games.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { endSlowDownloads } from '../downloads/end-slow-downloads.ts';
import { sendStoredFile } from '../downloads/send-stored-file.ts';
import type { Env } from '../hono-env.ts';
import { createFileCompression, isCompressible } from './compress-file.ts';
import { createSendingQueue } from './file-sending-queue.ts';
import { createGameHeaders, createTextPolicy } from './game-headers.ts';

/**
 * Answers every request for the host of uploaded web games: with their files, and with nothing else of the site.
 * Cookies are neither read nor set. The address of a file names the player, who must own the game.
 */
export function createWebGameHandler(services: Services): MiddlewareHandler<Env> {
  const { config, log } = services;
  const origins = {
    gamesOrigin: config.GAMES_ORIGIN ?? '',
    siteOrigin: config.ORIGIN ?? '',
  };
  const textPolicy = createTextPolicy(origins.siteOrigin);
  const chooseEncoding = createFileCompression({ atOnce: webGameConstants.compressingMax });
  const send = createSendingQueue({ ...webGameConstants, retryMs: downloadConstants.retryMs });

  function refuse(c: Context<Env>, status: number, text: string): Response {
    c.header('Content-Security-Policy', textPolicy);
    c.header('Cache-Control', 'no-store');
    return c.text(text, status as 400);
  }

  return async (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      c.header('Allow', 'GET, HEAD');
      return refuse(c, 405, 'Only GET and HEAD are possible here.');
    }
    const address = readAddress(c.req.url);
    if (!address) return refuse(c, 404, 'Not found.');
    try {
      const file = await findWebGameFile(services, address);
      const { fileId, userId, start, bytes, contentType, expiresAt, isIsolated } = file;
      const headersOfGame = createGameHeaders(origins, { token: address.token, isIsolated });
      for (const [name, value] of Object.entries(headersOfGame)) c.header(name, value);
      const seconds = Math.floor((expiresAt.getTime() - services.clock.now().getTime()) / 1000);
      // The address names the content, which never changes. Documents are asked for each time, so that a removed game
      // does not start again.
      const isDocument = contentType.startsWith('text/html');
      const caching = isDocument ? 'no-cache' : `max-age=${seconds}, immutable`;
      c.header('Cache-Control', `private, ${caching}`);
      if (isCompressible(contentType)) c.header('Vary', 'Accept-Encoding');
      const encoding = chooseEncoding(c.req.raw, file);
      const sent = {
        bytes,
        tag: `${fileId}-${start}`,
        headers: { 'Content-Type': contentType },
        encoding: encoding?.name ?? null,
      };
      try {
        return await sendStoredFile(c, sent, (range) =>
          send(userId, async (giveBack) => {
            const stream = await openWebGameFile(services, file, range);
            const checked = endSlowDownloads(stream, downloadConstants, giveBack);
            return encoding ? encoding.compress(checked) : checked;
          }),
        );
      } finally {
        encoding?.release();
      }
    } catch (error) {
      if (isAppError(error)) return refuse(c, error.status, error.message);
      log.error({ err: error, requestId: c.get('requestId') }, 'request failed');
      return refuse(c, 500, `Something went wrong. Request ${c.get('requestId')}`);
    }
  };
}

/** The token and the path of `/TOKEN/path`; null if no file can have the path. A folder stands for its page. */
function readAddress(url: string): { token: string; path: string } | null {
  const [, token = '', ...segments] = new URL(url).pathname.split('/');
  try {
    const path = segments.map(decodeURIComponent).join('/');
    // The database stores no such text.
    if (path.includes('\0')) return null;
    return { token, path: path === '' || path.endsWith('/') ? `${path}index.html` : path };
  } catch {
    return null;
  }
}
