import type { Context } from 'hono';
import { requireUploadPermission } from '#domain/gallery/uploads/upload-token.ts';
import { isCatalogEditor } from '#domain/permissions/require-catalog-editor.ts';
import {
  accountOwner,
  createRevocableReceivingSlots,
} from '#http-body/revocable-receiving-slots.ts';
import { createTransferSlotsPerAccount } from '#http-body/transfer-slots-per-account.ts';
import { gameBundleLimits, gameZipReceiving } from '#shared/constants/catalog/game-files.ts';
import { addPicturePath } from '#shared/constants/gallery/gallery-paths.ts';
import { pictureFormSlots, uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { requestBodyConstants as bodyConstants } from '#shared/constants/server/http-requests.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { SentForm } from '#web/lib/sent-form-context.ts';
import type { Env } from '../hono-env.ts';
import type { FileForm, FormAnswers } from './file-form-routes.ts';

/** Renders a page whose form has arrived. `request` is without the form. */
type RenderPage = (c: Context<Env>, request: Request, sent: SentForm) => Promise<Response>;

/** The forms with files whose page handles them like any other form. */
export function createPageForms(renderPage: RenderPage): FileForm[] {
  const { retryMs, fileFormsMax, fileFormBytesMax } = bodyConstants;
  const { formBytesMax } = uploadConstants;
  const errors = {
    full: 'download-uploads-busy',
    account: 'download-uploads-busy',
  } as const;
  const { zipBytesMax } = gameBundleLimits.form;
  const pictureSlots = createRevocableReceivingSlots(pictureFormSlots);
  const answer = (c: Context<Env>): FormAnswers => {
    const respond = async (sent: SentForm) =>
      toJsonForScripts(c, sent, await renderPage(c, withoutForm(c.req.raw), sent));
    return { arrived: respond, failed: (sent, error) => respond({ ...sent, error }) };
  };
  return [
    {
      // The second is the form of a page with scripts.
      paths: ['/admin/games/import', '/admin/games/import.data'],
      maySend: isCatalogEditor,
      takeSlot: createTransferSlotsPerAccount({ ...gameZipReceiving, retryMs, errors }),
      bytesMax: zipBytesMax + formBytesMax,
      tooLarge: () =>
        new AppError('bad-game-file', {
          text: `The file is larger than ${zipBytesMax / 1e6} MB.`,
        }),
      receive: (dir, stream) => dir.write(stream, { bytesMax: zipBytesMax }),
      answer,
    },
    {
      paths: ['/admin/*'],
      maySend: isCatalogEditor,
      takeSlot: createTransferSlotsPerAccount({
        ...{ total: fileFormsMax, perAccount: fileFormsMax, retryMs, errors },
      }),
      bytesMax: fileFormBytesMax,
      limits: {
        fields: bodyConstants.formPartsMax,
        fieldSize: fileFormBytesMax,
        files: bodyConstants.formFilesMax,
      },
      arrivalMs: bodyConstants.fileFormArrivalMs,
      tooLarge: () =>
        new AppError('upload-bytes', {
          text: 'The files are too large: a form may have 12 MB. Choose smaller files.',
        }),
      receive: (dir, stream) => dir.write(stream, { bytesMax: fileFormBytesMax }),
      answer,
    },
    {
      paths: [addPicturePath],
      maySend: ({ role }) => role !== 'guest',
      // Players send it, so a slow file gives its slot to another player.
      takeSlot: (accountId) => pictureSlots.take(accountOwner(accountId)),
      bytesMax: uploadConstants.bytesMax + formBytesMax,
      tooLarge: () => new AppError('upload-bytes'),
      async check(ctx) {
        await ctx.rateLimiter.take('upload-by-address', ctx.request.address);
        await requireUploadPermission(ctx);
      },
      receive: (dir, stream, onProgress) =>
        dir.write(stream, { bytesMax: uploadConstants.bytesMax, onProgress }),
      answer,
    },
  ];
}

/** The request as it was sent, without its body: the page gets the form beside it. */
function withoutForm({ url, method, headers: all, signal }: Request): Request {
  const headers = new Headers(all);
  headers.delete('Content-Type');
  headers.delete('Content-Length');
  return new Request(url, { method, headers, signal });
}

/** A script that shows how much of a form was sent gets the result of the action; it cannot read the router's format. */
function toJsonForScripts(c: Context<Env>, { result }: SentForm, response: Response): Response {
  if (result === null || c.req.header('Accept') !== 'application/json') return response;
  const headers = new Headers({ 'Cache-Control': 'private, no-store' });
  for (const cookie of response.headers.getSetCookie()) headers.append('Set-Cookie', cookie);
  return Response.json(result.body, { status: result.status, headers });
}
