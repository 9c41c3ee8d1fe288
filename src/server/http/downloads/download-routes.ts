import { create as createContentDisposition } from 'content-disposition';
import { type Context, Hono } from 'hono';
import { findOwnedDownload, openDownloadFile } from '#domain/downloads/open-download.ts';
import { logRefusedPermission } from '#domain/permissions/refused-permissions.ts';
import { createTransferSlotsPerAccount } from '#http-body/transfer-slots-per-account.ts';
import { createCtx } from '#server/bootstrap/create-services.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { downloadConstants } from '#shared/constants/game-library/downloads.ts';
import { AppError, appErrors, isAppError } from '#shared/errors/app-error.ts';
import { sitePath } from '#shared/format/paths/site-path.ts';
import { downloadPathInput } from '#shared/schemas/game-library/downloads.ts';
import type { Env } from '../hono-env.ts';
import { contentPolicy } from '../security/security-headers.ts';
import { readSessionOfRequest } from '../session-of-request.ts';
import { endSlowDownloads } from './end-slow-downloads.ts';
import { sendStoredFile } from './send-stored-file.ts';

/** Renders the error page of the site for a request. */
type RenderError = (c: Context<Env>, error: AppError) => Promise<Response>;

export interface DownloadRouteOptions {
  renderError: RenderError;
  /** When a client reads too slowly. */
  slow?: { checkEveryMs: number; bytesPerCheck: number };
}

/**
 * Sends owners of a game its files: whole, or a part of one (RFC 9110), so that downloads can be resumed. Session
 * and ownership are checked at each request.
 */
export function createDownloadRoutes(
  services: Services,
  { renderError, slow = downloadConstants }: DownloadRouteOptions,
): Hono<Env> {
  const routes = new Hono<Env>();
  const takeSlot = createTransferSlotsPerAccount({
    total: downloadConstants.sendingMax,
    perAccount: downloadConstants.sendingPerAccount,
    retryMs: downloadConstants.retryMs,
    errors: { full: 'downloads-busy', account: 'too-many-downloads' },
  });

  routes.get('/game-info/:gameId/downloads/:downloadId', async (c) => {
    const request = c.req.raw;
    const address = c.get('address');
    const { actor, setCookie } = await readSessionOfRequest(services, request, address);
    if (setCookie) c.header('Set-Cookie', setCookie);
    c.header('Cache-Control', 'private, no-store');
    if (!actor) return refuseVisitor(c);
    services.accounts.presence.markSeen(actor.id);
    const { origin } = new URL(services.config.ORIGIN ?? c.req.url);
    const userAgent = c.req.header('User-Agent')?.slice(0, 400) ?? null;
    const from = { id: c.get('requestId'), address, origin, userAgent };
    const ctx = createCtx(services, from, actor);
    try {
      const input = downloadPathInput.safeParse(c.req.param());
      if (!input.success) throw new AppError('not-found');
      const file = await findOwnedDownload(ctx, input.data);
      const headers = {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': createContentDisposition(file.fileName),
        // It is the file of an editor: as a document it must do nothing.
        'Content-Security-Policy': `${contentPolicy}; sandbox`,
        'Cross-Origin-Resource-Policy': 'same-origin',
      };
      return await sendStoredFile(c, { ...file, tag: file.sha256, headers }, async (range) => {
        const { giveBack } = takeSlot(actor.id);
        try {
          const stream = await openDownloadFile(ctx, file, range);
          return endSlowDownloads(stream, slow, giveBack);
        } catch (error) {
          giveBack();
          throw error;
        }
      });
    } catch (error) {
      if (!isAppError(error)) throw error;
      logRefusedPermission(ctx, error);
      return renderError(c, error);
    }
  });
  return routes;
}

/** Programs that resume a download must not take the page of the login for a part of it. */
function refuseVisitor(c: Context<Env>): Response {
  const { status, text } = appErrors['login-required'];
  const isPage = c.req.method === 'GET' && c.req.header('Range') === undefined;
  if (!isPage) return c.text(text, status);
  const page = sitePath`/game-info/${c.req.param('gameId') ?? ''}`;
  return c.redirect(`/login?next=${encodeURIComponent(page)}`);
}
