import { Hono } from 'hono';
import { addDownload, checkNewDownload } from '#domain/downloads/add-download.ts';
import {
  checkNewWebGame,
  getZipBytesMax,
  setWebGame,
} from '#domain/downloads/web-games/change-web-game.ts';
import { unpackZip } from '#domain/downloads/web-games/unpack-zip.ts';
import { createTransferSlots } from '#http-body/transfer-slots.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { downloadConstants } from '#shared/constants/downloads.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { webGameConstants } from '#shared/constants/web-games.ts';
import { sitePath } from '#shared/format/site-path.ts';
import { parseSentDownload, type SentDownload } from '#shared/schemas/downloads.ts';
import type { Env } from '../hono-env.ts';
import { createFileFormHandler, type FileForm } from './file-form.ts';

/** Receives files of games from their editors: what owners download, and web games that they play here. */
export function createDownloadUploadRoutes(
  services: Services,
  { stallTimeoutMs = uploadConstants.stallTimeoutMs }: { stallTimeoutMs?: number } = {},
): Hono<Env> {
  const routes = new Hono<Env>();
  const receiving = {
    stallTimeoutMs,
    takeSlot: createTransferSlots({
      total: downloadConstants.receivingMax,
      perAccount: downloadConstants.receivingPerAccount,
      retryMs: downloadConstants.retryMs,
      errors: { full: 'download-uploads-busy', account: 'download-uploads-busy' },
    }),
  };
  const { downloads } = services.rules;

  const download: FileForm<SentDownload> = {
    page: (gameId) => sitePath`/admin/games/${gameId}/downloads`,
    bytesMax: downloads.fileBytesMax,
    parse: parseSentDownload,
    check: checkNewDownload,
    async add(ctx, { dir: _, ...input }) {
      const { downloadId, isReplaced } = await addDownload(ctx, input);
      return { downloadId, done: isReplaced ? 'replaced' : 'added' };
    },
  };
  const webGame: FileForm<object> = {
    page: (gameId) => sitePath`/admin/games/${gameId}/delivery`,
    bytesMax: getZipBytesMax(downloads),
    parse: () => ({}),
    check: checkNewWebGame,
    async add(ctx, { gameId, sentName, file, dir }) {
      const bytesMax = getZipBytesMax(ctx.rules.downloads);
      const unpacked = await unpackZip(dir, file.path, { ...webGameConstants, bytesMax });
      await setWebGame(ctx, { gameId, sentName, unpacked });
      return { downloadId: null, done: 'web-game' };
    },
  };

  routes.post(
    '/admin/games/:gameId/downloads/files',
    createFileFormHandler(services, receiving, download),
  );
  routes.post(
    '/admin/games/:gameId/delivery/web-game',
    createFileFormHandler(services, receiving, webGame),
  );
  return routes;
}
