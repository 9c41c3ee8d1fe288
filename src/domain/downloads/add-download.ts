import { and, count, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { downloadFiles, gameDownloads } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { SentDownload } from '#shared/schemas/game-library/downloads.ts';
import { getOwnGameName } from '../catalog/own-games/list-own-games.ts';
import { lockOwnGame } from '../catalog/own-games/lock-own-game.ts';
import type { Ctx } from '../context.ts';
import { requireCatalogEditor } from '../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';
import type { ReceivedFile } from './receive-download-file.ts';
import { checkFileBytes, checkTotalBytes, markAsStored, storeGameFile } from './store-game-file.ts';

interface NewDownload {
  gameId: number;
  sent: SentDownload;
}

/**
 * Checks before a file is received whether it can be added. `bytes` is its announced size; null if unknown.
 * @throws AppError `login-required`, `catalog-editors-only`, `rate-limited`, `game-not-found`,
 * `download-not-found`, `downloads-off`, `download-bytes`, `downloads-of-game`, `downloads-of-site`.
 */
export async function checkNewDownload(
  ctx: Ctx,
  { gameId, sent, bytes }: NewDownload & { bytes: number | null },
): Promise<void> {
  const { id: accountId } = requireCatalogEditor(ctx);
  await ctx.rateLimiter.take('download-uploads-by-account', accountId);
  await getOwnGameName(ctx, gameId);
  await checkBounds(ctx, ctx.db, { gameId, sent, bytes: bytes ?? 0 });
}

/**
 * Adds a received file to the downloads of a game, or puts it in place of the file of `sent.downloadId`.
 * @throws AppError the codes of `checkNewDownload`, `download-disk-full`, `download-failed`.
 */
export async function addDownload(
  ctx: Ctx,
  { gameId, sent, sentName, file }: NewDownload & { sentName: string; file: ReceivedFile },
): Promise<{ downloadId: string; isReplaced: boolean }> {
  requireCatalogEditor(ctx);
  const { downloadId, replaced } = await storeGameFile(ctx, {
    gameId,
    sentName,
    file,
    check: (tx) => checkBounds(ctx, tx, { gameId, sent, bytes: file.bytes }),
    offer: (fileId) => offerFile(ctx, { gameId, sent, fileId }),
  });
  return { downloadId, isReplaced: replaced !== null };
}

/** Makes a stored file the file of a new download or of an existing one, whose earlier file is removed. */
async function offerFile(
  ctx: Ctx,
  { gameId, sent, fileId }: NewDownload & { fileId: string },
): Promise<{ downloadId: string; replaced: string | null }> {
  const { id: accountId } = requireCatalogEditor(ctx);
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const game = await lockOwnGame(tx, gameId);
    const stored = await markAsStored(tx, fileId, now);
    const log = (act: 'add-download' | 'replace-download', download: string) =>
      appendToAdminLog(tx, {
        accountId,
        act,
        subject: String(gameId),
        details: { name: game.name, download, version: sent.version, ...stored },
        at: now,
      });
    if (sent.downloadId === undefined) {
      const position = await countDownloads(ctx, tx, gameId);
      const { name, version } = sent;
      const [added] = await tx
        .insert(gameDownloads)
        .values({ gameId, name, version, fileId, position: position + 1 })
        .returning({ id: gameDownloads.id });
      if (!added) throw new Error('A row was not inserted.');
      await log('add-download', name);
      return { downloadId: added.id, replaced: null };
    }
    const before = await findDownload(tx, gameId, sent.downloadId);
    await tx
      .update(gameDownloads)
      .set({ fileId, version: sent.version })
      .where(eq(gameDownloads.id, before.id));
    await tx
      .update(downloadFiles)
      .set({ removedAt: now })
      .where(eq(downloadFiles.id, before.fileId));
    await log('replace-download', before.name);
    return { downloadId: before.id, replaced: before.fileId };
  });
}

/** Checks the bounds of files, of games and of the site. Files that are being stored count too. */
async function checkBounds(
  ctx: Pick<Ctx, 'rules'>,
  db: Queryable,
  { gameId, sent, bytes }: NewDownload & { bytes: number },
): Promise<void> {
  checkFileBytes(ctx.rules.downloads, bytes);
  if (sent.downloadId === undefined) await countDownloads(ctx, db, gameId);
  else await findDownload(db, gameId, sent.downloadId);
  await checkTotalBytes(ctx, db, bytes);
}

/** The number of downloads of a game. @throws AppError `downloads-of-game` if there can be no more. */
async function countDownloads(
  { rules }: Pick<Ctx, 'rules'>,
  db: Queryable,
  gameId: number,
): Promise<number> {
  const [found] = await db
    .select({ downloads: count() })
    .from(gameDownloads)
    .where(eq(gameDownloads.gameId, gameId));
  const downloads = found?.downloads ?? 0;
  if (downloads >= rules.downloads.perGameMax) throw new AppError('downloads-of-game');
  return downloads;
}

async function findDownload(db: Queryable, gameId: number, downloadId: string) {
  const [download] = await db
    .select({ id: gameDownloads.id, name: gameDownloads.name, fileId: gameDownloads.fileId })
    .from(gameDownloads)
    .where(and(eq(gameDownloads.id, downloadId), eq(gameDownloads.gameId, gameId)));
  if (!download) throw new AppError('download-not-found');
  return download;
}
