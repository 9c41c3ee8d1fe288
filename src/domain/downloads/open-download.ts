import type { Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import { downloadFiles, gameDownloads, games, ownedGames } from '#database/schema.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { findGameAccess } from '../catalog/own-games/find-game-access.ts';
import type { Ctx } from '../context.ts';
import { type ByteRange, downloadFileName } from '../gallery/storage/file-store.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { isCatalogEditor } from '../permissions/require-catalog-editor.ts';
import { isForOwner } from './list-downloads.ts';

/** The file of a download. */
export interface DownloadFile {
  fileId: string;
  fileName: string;
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
}

/**
 * Finds the file of a download of a game that the actor owns. Call it for every request: the game, the download or
 * the session may have changed since the last one.
 * @throws AppError `login-required`, `game-not-found` also for a hidden game of which the actor must not know,
 * `download-not-owned`, `download-not-found`.
 */
export async function findOwnedDownload(
  ctx: Ctx,
  { gameId, downloadId }: { gameId: number; downloadId: string },
): Promise<DownloadFile> {
  const { id: userId } = requireActor(ctx);
  if (gameId < ownGameConstants.idsFrom) throw new AppError('game-not-found');
  const [found] = await ctx.db
    .select({
      fileId: downloadFiles.id,
      fileName: downloadFiles.fileName,
      bytes: downloadFiles.bytes,
      sha256: downloadFiles.sha256,
    })
    .from(ownedGames)
    .leftJoin(
      gameDownloads,
      and(
        eq(gameDownloads.gameId, ownedGames.gameId),
        eq(gameDownloads.id, downloadId),
        isForOwner,
      ),
    )
    .leftJoin(downloadFiles, eq(downloadFiles.id, gameDownloads.fileId))
    .where(and(eq(ownedGames.userId, userId), eq(ownedGames.gameId, gameId)));
  if (!found) throw await findNotOwnerError(ctx, gameId);
  const { fileId, fileName, bytes, sha256 } = found;
  if (fileId === null || fileName === null || bytes === null || sha256 === null)
    throw new AppError('download-not-found');
  return { fileId, fileName, bytes, sha256 };
}

/** The error for an actor who does not own the game. It tells nothing about the files. */
async function findNotOwnerError(ctx: Ctx, gameId: number): Promise<AppError> {
  const [[game], { isHidden }] = await Promise.all([
    ctx.db.select({ id: games.id }).from(games).where(eq(games.id, gameId)),
    findGameAccess(ctx, gameId),
  ]);
  const isKnown = game && (!isHidden || isCatalogEditor(ctx.actor));
  return new AppError(isKnown ? 'download-not-owned' : 'game-not-found');
}

/**
 * Opens a file, or the bytes of `range`. The caller must destroy a stream that it does not read to the end.
 * @throws AppError `rate-limited`, `download-missing` if the file store does not have the file as it was added.
 */
export async function openDownloadFile(
  ctx: Ctx,
  { fileId, bytes }: DownloadFile,
  range: ByteRange | null,
): Promise<Readable> {
  await ctx.rateLimiter.take('downloads-by-account', requireActor(ctx).id);
  const file = await ctx.gallery.fileStore.open(downloadFileName(fileId), range ?? undefined);
  const expected = range ? range.end + 1 - range.start : bytes;
  if (file && (file.bytes === null || file.bytes === expected)) return file.stream;
  file?.stream.destroy();
  ctx.log.error({ file: fileId, bytes: file?.bytes ?? null, expected }, 'a download is missing');
  throw new AppError('download-missing');
}
