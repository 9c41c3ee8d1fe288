import { type Context, Hono } from 'hono';
import { MalformedFormError, parseForm } from '#api/uploadcare-upload/parse-multipart.ts';
import { processBody, StalledBodyError } from '#api/uploadcare-upload/stalled-body.ts';
import { isCatalogEditor } from '#domain/accounts/roles/require-catalog-editor.ts';
import type { Actor } from '#domain/context-parts.ts';
import { addDownload, checkNewDownload } from '#domain/downloads/add-download.ts';
import { receiveDownloadFile } from '#domain/downloads/receive-download-file.ts';
import { createCtx } from '#server/bootstrap/create-services.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { downloadConstants } from '#shared/constants/downloads.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { sitePath } from '#shared/format/site-path.ts';
import { parseId } from '#shared/schemas/catalog.ts';
import { parseSentDownload, type SentDownload } from '#shared/schemas/downloads.ts';
import type { Env } from '../hono-env.ts';
import { readRequestSession } from '../read-request-session.ts';
import { isFromOwnOrigin } from '../security/origin-check.ts';
import { createTransferSlots } from './transfer-slots.ts';

/** What the script of the page gets. A form without scripts is redirected to its page. */
export type SentDownloadResponse =
  | { downloadId: string }
  | { refusal: { code: string; message: string; fields: Record<string, string> } };

/**
 * Receives files that owners of a game are to download, from its editors. The form is written to disk while it
 * arrives. Requests of others are left to the next handler, for which this path does not exist.
 */
export function createDownloadUploadRoutes(
  services: Services,
  { stallTimeoutMs = uploadConstants.stallTimeoutMs }: { stallTimeoutMs?: number } = {},
): Hono<Env> {
  const routes = new Hono<Env>();
  const takeSlot = createTransferSlots({
    total: downloadConstants.receivingMax,
    perAccount: downloadConstants.receivingPerAccount,
    retryMs: downloadConstants.retryMs,
    errors: { full: 'download-uploads-busy', account: 'download-uploads-busy' },
  });

  /** The context of an editor; its session is read again, because sending a file takes long. */
  async function createEditorCtx(c: Context<Env>) {
    const address = c.get('address');
    const { actor } = await readRequestSession(services, c.req.raw, address);
    const { origin } = new URL(services.config.ORIGIN ?? c.req.url);
    const from = { id: c.get('requestId'), address, origin, userAgent: null };
    return createCtx(services, from, actor);
  }

  async function receive(c: Context<Env>, actor: Actor, gameId: number) {
    const length = Number(c.req.header('Content-Length') ?? Number.NaN);
    const { fileBytesMax } = services.rules.downloads;
    const giveBack = takeSlot(actor.id);
    try {
      return await processBody(c.req.raw, stallTimeoutMs, (body) =>
        services.gallery.tempDirs.use(async (dir) => {
          let sent: SentDownload | null = null;
          const { file } = await parseForm(
            { type: c.req.header('Content-Type') ?? '', body },
            {
              bytesMax: fileBytesMax + downloadConstants.formBytesMax,
              async receive(stream, before) {
                sent = parseSentDownload(before);
                // Around the file are the other fields.
                const bytes = Number.isNaN(length) ? null : length - downloadConstants.formBytesMax;
                await checkNewDownload(await createEditorCtx(c), { gameId, sent, bytes });
                return receiveDownloadFile(services, dir, stream);
              },
            },
          );
          if (!file || !sent) throw new AppError('download-empty');
          const ctx = await createEditorCtx(c);
          const input = { gameId, sent, sentName: file.name, file: file.received };
          return addDownload(ctx, input);
        }),
      );
    } finally {
      giveBack();
    }
  }

  routes.post('/admin/games/:gameId/downloads/files', async (c, next) => {
    const { origin } = new URL(services.config.ORIGIN ?? c.req.url);
    const gameId = parseId(c.req.param('gameId'));
    if (gameId === null || !isFromOwnOrigin(c.req.raw, origin)) return next();
    const { actor } = await readRequestSession(services, c.req.raw, c.get('address'));
    if (!actor || !isCatalogEditor(actor)) return next();
    const isScript = c.req.header('Accept')?.includes('application/json') ?? false;
    const page = sitePath`/admin/games/${gameId}/downloads`;
    c.header('Cache-Control', 'no-store');
    try {
      const { downloadId, isReplaced } = await receive(c, actor, gameId);
      if (isScript) return c.json({ downloadId } satisfies SentDownloadResponse);
      return c.redirect(`${page}?done=${isReplaced ? 'replaced' : 'added'}`, 303);
    } catch (error) {
      const refused = toAppError(error);
      if (!refused) throw error;
      const { code, message, status, details } = refused;
      if (!isScript) return c.redirect(`${page}?failed=${code}`, 303);
      const refusal = { code, message, fields: details.fields ?? {} };
      return c.json({ refusal } satisfies SentDownloadResponse, status as 400);
    }
  });
  return routes;
}

function toAppError(error: unknown): AppError | null {
  if (isAppError(error)) {
    // The limit of the form around the file.
    return error.code === 'upload-bytes' ? new AppError('download-bytes') : error;
  }
  const isCut = error instanceof StalledBodyError || error instanceof MalformedFormError;
  return isCut ? new AppError('download-cut') : null;
}
