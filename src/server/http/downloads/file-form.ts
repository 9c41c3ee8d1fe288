import type { Context } from 'hono';
import type { Ctx } from '#domain/context.ts';
import { type ReceivedFile, receiveDownloadFile } from '#domain/downloads/receive-download-file.ts';
import type { TempDir } from '#domain/gallery/storage/temp-dirs.ts';
import { isCatalogEditor } from '#domain/permissions/require-catalog-editor.ts';
import { MalformedFormError, parseForm } from '#http-body/parse-multipart.ts';
import { processBody, StalledBodyError } from '#http-body/stalled-body.ts';
import { createCtx } from '#server/bootstrap/create-services.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { downloadConstants } from '#shared/constants/downloads.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { parseId } from '#shared/schemas/catalog.ts';
import type { Env } from '../hono-env.ts';
import { isFromOwnOrigin } from '../security/origin-check.ts';
import { readSessionOfRequest } from '../session-of-request.ts';

/** What the script of the page gets. A form without scripts is redirected to its page. */
export type SentFileResponse =
  | { downloadId: string | null }
  | { error: { code: string; message: string; fields: Record<string, string> } };

interface Added {
  downloadId: string | null;
  /** What the page says, as its query has it. */
  done: string;
}

/** A form of an editor with one file: what is done with its fields and with the file. */
export interface FileForm<Sent> {
  /** The path of the page with the form. */
  page: (gameId: number) => string;
  bytesMax: number;
  parse: (fields: ReadonlyMap<string, string>) => Sent;
  /** Checks the form before its file is received. `bytes` is the announced size; null if unknown. */
  check: (ctx: Ctx, input: { gameId: number; sent: Sent; bytes: number | null }) => Promise<void>;
  /** Adds the file, which is in `dir`. */
  add: (
    ctx: Ctx,
    input: { gameId: number; sent: Sent; sentName: string; file: ReceivedFile; dir: TempDir },
  ) => Promise<Added>;
}

interface Receiving {
  stallTimeoutMs: number;
  takeSlot: (accountId: string) => () => void;
}

/**
 * Creates the handler of a form with a file, which is written to disk while it arrives. Requests of others than
 * editors are left to the next handler, for which this path does not exist.
 */
export function createFileFormHandler<Sent>(
  services: Services,
  { stallTimeoutMs, takeSlot }: Receiving,
  form: FileForm<Sent>,
) {
  /** The context of an editor; its session is read again, because sending a file takes long. */
  async function createEditorCtx(c: Context<Env>) {
    const address = c.get('address');
    const { actor } = await readSessionOfRequest(services, c.req.raw, address);
    const { origin } = new URL(services.config.ORIGIN ?? c.req.url);
    const from = { id: c.get('requestId'), address, origin, userAgent: null };
    return createCtx(services, from, actor);
  }

  async function receive(c: Context<Env>, accountId: string, gameId: number): Promise<Added> {
    const length = Number(c.req.header('Content-Length') ?? Number.NaN);
    const { bytesMax } = form;
    const giveBack = takeSlot(accountId);
    try {
      return await processBody(c.req.raw, stallTimeoutMs, (body) =>
        services.gallery.tempDirs.use(async (dir) => {
          let sent: Sent | null = null;
          const { file } = await parseForm(
            { type: c.req.header('Content-Type') ?? '', body },
            {
              bytesMax: bytesMax + downloadConstants.formBytesMax,
              async receive(stream, before) {
                sent = form.parse(before);
                // Around the file are the other fields.
                const bytes = Number.isNaN(length) ? null : length - downloadConstants.formBytesMax;
                await form.check(await createEditorCtx(c), { gameId, sent, bytes });
                return receiveDownloadFile(dir, stream, bytesMax);
              },
            },
          );
          if (!file || !sent) throw new AppError('download-empty');
          const ctx = await createEditorCtx(c);
          return form.add(ctx, { gameId, sent, sentName: file.name, file: file.received, dir });
        }),
      );
    } finally {
      giveBack();
    }
  }

  return async (c: Context<Env>, next: () => Promise<void>) => {
    const { origin } = new URL(services.config.ORIGIN ?? c.req.url);
    const gameId = parseId(c.req.param('gameId') ?? '');
    if (gameId === null || !isFromOwnOrigin(c.req.raw, origin)) return next();
    const { actor } = await readSessionOfRequest(services, c.req.raw, c.get('address'));
    if (!actor || !isCatalogEditor(actor)) return next();
    const isScript = c.req.header('Accept')?.includes('application/json') ?? false;
    const page = form.page(gameId);
    c.header('Cache-Control', 'no-store');
    try {
      const { downloadId, done } = await receive(c, actor.id, gameId);
      if (isScript) return c.json({ downloadId } satisfies SentFileResponse);
      return c.redirect(`${page}?done=${done}`, 303);
    } catch (error) {
      const refused = toAppError(error);
      if (!refused) throw error;
      const { code, message, status, details } = refused;
      const { fields = {}, reason } = details;
      if (isScript)
        return c.json(
          { error: { code, message, fields } } satisfies SentFileResponse,
          status as 400,
        );
      return c.redirect(`${page}?failed=${code}${reason ? `&why=${reason}` : ''}`, 303);
    }
  };
}

function toAppError(error: unknown): AppError | null {
  if (isAppError(error)) {
    // The limit of the form around the file.
    return error.code === 'upload-bytes' ? new AppError('download-bytes') : error;
  }
  const isCut = error instanceof StalledBodyError || error instanceof MalformedFormError;
  return isCut ? new AppError('download-cut') : null;
}
