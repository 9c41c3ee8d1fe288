import { type Context, Hono } from 'hono';
import type { TempDir } from '#domain/gallery/storage/temp-dirs.ts';
import { isCatalogEditor } from '#domain/permissions/require-catalog-editor.ts';
import { MalformedFormError, parseForm } from '#http-body/parse-multipart.ts';
import { processBody, StalledBodyError } from '#http-body/stalled-body.ts';
import { createTransferSlots } from '#http-body/transfer-slots.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { downloadConstants } from '#shared/constants/downloads.ts';
import { gameBundleLimits, gameZipReceiving } from '#shared/constants/game-files.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import type { SentFile, SentFileOfForm } from '#web/lib/sent-file-context.ts';
import type { Env } from '../hono-env.ts';
import { isFromOwnOrigin } from '../security/origin-check.ts';
import { readSessionOfRequest } from '../session-of-request.ts';

/** Renders a page whose form is in `request`; its file is on the disk or did not arrive. */
type RenderPage = (c: Context<Env>, request: Request, sent: SentFileOfForm) => Promise<Response>;

interface Form {
  fields: ReadonlyMap<string, string>;
  file: SentFile | null;
}

/**
 * Receives files with games from catalog editors and writes them to the disk while they arrive, because a zip can be
 * large. Then the page handles the rest of the form. Other requests are left to the next handler.
 */
export function createGameFileRoutes(
  services: Services,
  {
    renderPage,
    stallTimeoutMs = uploadConstants.stallTimeoutMs,
  }: { renderPage: RenderPage; stallTimeoutMs?: number },
): Hono<Env> {
  const routes = new Hono<Env>();
  const takeSlot = createTransferSlots({
    ...gameZipReceiving,
    retryMs: downloadConstants.retryMs,
    errors: { full: 'download-uploads-busy', account: 'download-uploads-busy' },
  });
  const bytesMax = gameBundleLimits.form.zipBytesMax;

  async function receive(request: Request, dir: TempDir): Promise<Form> {
    return processBody(request, stallTimeoutMs, async (body) => {
      const type = request.headers.get('Content-Type') ?? '';
      const { fields, file } = await parseForm(
        { type, body },
        {
          bytesMax: bytesMax + downloadConstants.formBytesMax,
          receive: (stream) => dir.write(stream, { bytesMax }),
        },
      );
      const isEmpty = !file || file.received.bytes === 0;
      return { fields, file: isEmpty ? null : { name: file.name, ...file.received } };
    });
  }

  async function handle(c: Context<Env>, next: () => Promise<void>) {
    const { origin } = new URL(services.config.ORIGIN ?? c.req.url);
    const isMultipart = c.req.header('Content-Type')?.startsWith('multipart/form-data') ?? false;
    if (!isMultipart || !isFromOwnOrigin(c.req.raw, origin)) return next();
    const { actor } = await readSessionOfRequest(services, c.req.raw, c.get('address'));
    if (!actor || !isCatalogEditor(actor)) return next();
    const render = (fields: Form['fields'], sent: SentFileOfForm) =>
      renderPage(c, toFormWithoutFile(c.req.raw, fields), sent);
    let giveBack: (() => void) | null = null;
    try {
      giveBack = takeSlot(actor.id);
      return await services.gallery.tempDirs.use(async (dir) => {
        const { fields, file } = await receive(c.req.raw, dir);
        return render(fields, { file });
      });
    } catch (error) {
      const refused = toAppError(error);
      if (!refused) throw error;
      return render(new Map(), { error: refused });
    } finally {
      giveBack?.();
    }
  }

  routes.post('/admin/games/import', handle);
  // The form of a page with scripts.
  routes.post('/admin/games/import.data', handle);
  return routes;
}

function toFormWithoutFile(request: Request, fields: Form['fields']): Request {
  const headers = new Headers(request.headers);
  headers.delete('Content-Type');
  headers.delete('Content-Length');
  const body = new URLSearchParams([...fields]);
  return new Request(request.url, { method: 'POST', headers, body, signal: request.signal });
}

function toAppError(error: unknown): AppError | null {
  if (isAppError(error)) {
    const text = `The file is larger than ${gameBundleLimits.form.zipBytesMax / 1e6} MB.`;
    return error.code === 'upload-bytes' ? new AppError('bad-game-file', { text }) : error;
  }
  const isCut = error instanceof StalledBodyError || error instanceof MalformedFormError;
  return isCut ? new AppError('download-cut') : null;
}
