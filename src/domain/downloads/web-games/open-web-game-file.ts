import { Readable } from 'node:stream';
import { and, eq, not } from 'drizzle-orm';
import {
  downloadFiles,
  gameDeliveries,
  ownedGames,
  users,
  webGameEntries,
} from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isSuspended } from '../../accounts/suspension.ts';
import type { Ctx } from '../../context.ts';
import { type ByteRange, downloadFileName } from '../../gallery/storage/file-store.ts';
import { readWebGameToken } from '../../game-library/delivery/web-game-url.ts';
import { getContentType } from './content-types.ts';

/** A file of an uploaded game that a player may load. */
export interface WebGameFile {
  /** The content of the game. */
  fileId: string;
  userId: string;
  /** Until when the address works. */
  expiresAt: Date;
  start: number;
  bytes: number;
  contentType: string;
  /** Whether the game is isolated from other origins. */
  isIsolated: boolean;
}

/**
 * Finds a file of an uploaded game by its address. Call it for every request: the player must own the game, and the
 * game must still have this content.
 * @throws AppError `web-game-address`, `not-found`.
 */
export async function findWebGameFile(
  ctx: Pick<Ctx, 'db' | 'clock' | 'keys'>,
  { token, path }: { token: string; path: string },
): Promise<WebGameFile> {
  const now = ctx.clock.now();
  const play = await readWebGameToken(ctx.keys, token, now);
  if (!play) throw new AppError('web-game-address');
  const [found] = await ctx.db
    .select({
      start: webGameEntries.start,
      bytes: webGameEntries.bytes,
      isIsolated: gameDeliveries.isIsolated,
    })
    .from(downloadFiles)
    .innerJoin(
      gameDeliveries,
      and(
        eq(gameDeliveries.gameId, downloadFiles.gameId),
        eq(gameDeliveries.webGameFileId, downloadFiles.id),
      ),
    )
    .innerJoin(
      ownedGames,
      and(eq(ownedGames.gameId, downloadFiles.gameId), eq(ownedGames.userId, play.userId)),
    )
    .innerJoin(users, and(eq(users.id, ownedGames.userId), not(isSuspended(now))))
    .leftJoin(
      webGameEntries,
      and(
        eq(webGameEntries.fileId, downloadFiles.id),
        eq(webGameEntries.path, path.normalize('NFC')),
      ),
    )
    .where(eq(downloadFiles.id, play.fileId));
  if (!found) throw new AppError('web-game-address');
  const { start, bytes, isIsolated } = found;
  const contentType = getContentType(path);
  if (start === null || bytes === null || contentType === null) throw new AppError('not-found');
  return { ...play, start, bytes, contentType, isIsolated };
}

/**
 * Opens a file, or the bytes of `range`. The caller must destroy a stream that it does not read to the end.
 * @throws AppError `download-missing` if the file store does not have the content as it was added.
 */
export async function openWebGameFile(
  { gallery, log }: Pick<Ctx, 'gallery' | 'log'>,
  { fileId, start, bytes }: WebGameFile,
  range: ByteRange | null,
): Promise<Readable> {
  if (bytes === 0) return Readable.from([]);
  const [first, last] = range ? [range.start, range.end] : [0, bytes - 1];
  const part = { start: start + first, end: start + last };
  const file = await gallery.fileStore.open(downloadFileName(fileId), part);
  if (file && (file.bytes === null || file.bytes === last - first + 1)) return file.stream;
  file?.stream.destroy();
  log.error({ file: fileId }, 'a web game is missing');
  throw new AppError('download-missing');
}
