import type { Context } from 'hono';
import type { Actor } from '#domain/actor.ts';
import type { Rules } from '#domain/base-context.ts';
import type { Ctx } from '#domain/context.ts';
import { addDownload, checkNewDownload } from '#domain/downloads/add-download.ts';
import {
  describeSizeLimit,
  type ReceivedFile,
  receiveDownloadFile,
} from '#domain/downloads/receive-download-file.ts';
import {
  checkNewWebGame,
  getZipBytesMax,
  setWebGame,
} from '#domain/downloads/web-games/change-web-game.ts';
import { unpackZip } from '#domain/downloads/web-games/unpack-zip.ts';
import type { TempDir } from '#domain/gallery/storage/temp-dirs.ts';
import { isCatalogEditor } from '#domain/permissions/require-catalog-editor.ts';
import { createTransferSlotsPerAccount } from '#http-body/transfer-slots-per-account.ts';
import { downloadConstants } from '#shared/constants/game-library/downloads.ts';
import { webGameConstants } from '#shared/constants/game-library/web-games.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { sitePath } from '#shared/format/paths/site-path.ts';
import { parseId } from '#shared/schemas/catalog.ts';
import { parseSentDownload } from '#shared/schemas/game-library/downloads.ts';
import type { Env } from '../hono-env.ts';
import type { FileForm, FormAnswers } from './file-form-routes.ts';

/** What the script of the page gets. A form without scripts is redirected to its page. */
type SentFileResponse =
  | { downloadId: string | null }
  | { error: { code: string; message: string; fields: Record<string, string> } };

interface Added {
  downloadId: string | null;
  /** What the page says, as its query has it. */
  done: string;
}

type Fields = ReadonlyMap<string, string>;
type Params = Record<string, string>;

/** Adds the file of a form, which is in `dir`. */
type Add = (
  ctx: Ctx,
  sent: { gameId: number; fields: Fields; sentName: string; file: ReceivedFile; dir: TempDir },
) => Promise<Added>;

/** The forms with files of games: what owners download, and web games that they play here. */
export function createDownloadForms({ downloads }: Pick<Rules, 'downloads'>): FileForm[] {
  const takeSlot = createTransferSlotsPerAccount({
    total: downloadConstants.receivingMax,
    perAccount: downloadConstants.receivingPerAccount,
    retryMs: downloadConstants.retryMs,
    errors: { full: 'download-uploads-busy', account: 'download-uploads-busy' },
  });
  const createForm = (fileBytesMax: number) => ({
    takeSlot,
    maySend: (actor: Actor, params: Params) => isCatalogEditor(actor) && readGameId(params) > 0,
    bytesMax: fileBytesMax + downloadConstants.formBytesMax,
    tooLarge: () => new AppError('download-bytes', describeSizeLimit(fileBytesMax)),
    receive: (dir: TempDir, stream: AsyncIterable<Uint8Array>) =>
      receiveDownloadFile(dir, stream, fileBytesMax),
  });
  const download: FileForm<ReceivedFile> = {
    ...createForm(downloads.fileBytesMax),
    paths: ['/admin/games/:gameId/downloads/files'],
    check: (ctx, { params, fields, bytes }) =>
      checkNewDownload(ctx, {
        gameId: readGameId(params),
        sent: parseSentDownload(fields),
        bytes: withoutFields(bytes),
      }),
    answer: answerWith(
      (gameId) => sitePath`/admin/games/${gameId}/downloads`,
      async (ctx, { fields, gameId, sentName, file }) => {
        const sent = parseSentDownload(fields);
        const { downloadId, isReplaced } = await addDownload(ctx, {
          ...{ gameId, sent, sentName, file },
        });
        return { downloadId, done: isReplaced ? 'replaced' : 'added' };
      },
    ),
  };
  const zipBytesMax = getZipBytesMax(downloads);
  const webGame: FileForm<ReceivedFile> = {
    ...createForm(zipBytesMax),
    paths: ['/admin/games/:gameId/delivery/web-game'],
    check: (ctx, { params, bytes }) =>
      checkNewWebGame(ctx, { gameId: readGameId(params), bytes: withoutFields(bytes) }),
    answer: answerWith(
      (gameId) => sitePath`/admin/games/${gameId}/delivery`,
      async (ctx, { gameId, sentName, file, dir }) => {
        const limits = { ...webGameConstants, bytesMax: zipBytesMax };
        const unpacked = await unpackZip(dir, file.path, limits);
        await setWebGame(ctx, { gameId, sentName, unpacked });
        return { downloadId: null, done: 'web-game' };
      },
    ),
  };
  return [download, webGame];
}

/** Answers a script with JSON, and a form without scripts with its page, whose query says what happened. */
function answerWith(page: (gameId: number) => string, add: Add) {
  return (c: Context<Env>, createSenderCtx: () => Promise<Ctx>): FormAnswers<ReceivedFile> => {
    const isScript = c.req.header('Accept')?.includes('application/json') ?? false;
    const gameId = readGameId(c.req.param());
    c.header('Cache-Control', 'no-store');
    return {
      async arrived(_sent, { fields, files: [file], dir }) {
        if (!file) throw new AppError('download-empty');
        const ctx = await createSenderCtx();
        const { downloadId, done } = await add(ctx, {
          gameId,
          fields,
          sentName: file.name,
          file,
          dir,
        });
        if (isScript) return c.json({ downloadId } satisfies SentFileResponse);
        return c.redirect(`${page(gameId)}?done=${done}`, 303);
      },
      failed(_sent, { code, message, status, details: { fields = {}, reason } }) {
        const error = { code, message, fields };
        if (isScript) return c.json({ error } satisfies SentFileResponse, status as 400);
        return c.redirect(`${page(gameId)}?failed=${code}${reason ? `&why=${reason}` : ''}`, 303);
      },
    };
  };
}

/** The id in the path; 0 if it is invalid. */
const readGameId = ({ gameId }: Params) => parseId(gameId) ?? 0;

/** The announced size of a file; null if it is unknown. Around it are the other fields. */
const withoutFields = (bytes: number | undefined) =>
  bytes === undefined ? null : bytes - downloadConstants.formBytesMax;
