import { and, eq, isNull, notExists, sum } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { downloadFiles, gameDeliveries, gameDownloads } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Rules } from '../base-context.ts';
import { lockOwnGame } from '../catalog/own-games/lock-own-game.ts';
import type { Ctx } from '../context.ts';
import { downloadFileName } from '../gallery/storage/file-store.ts';
import { requireCatalogEditor } from '../permissions/require-catalog-editor.ts';
import { deleteDownloadFile } from './delete-download-files.ts';
import { lockDownloads } from './lock-downloads.ts';
import { describeSizeLimit, type ReceivedFile, toDiskError } from './receive-download-file.ts';
import { toSavedFileName } from './to-saved-file-name.ts';

interface NewFile<Offered> {
  gameId: number;
  sentName: string;
  file: ReceivedFile;
  /** Checks the bounds, while other files cannot be added. */
  check: (tx: Queryable) => Promise<void>;
  /** Lets owners have the stored file. `replaced` is the file that they had before. */
  offer: (fileId: string) => Promise<Offered>;
}

/**
 * Stores a received file of a game. Its row is written before the file is stored, so that a crash leaves no file
 * without a row. A file that is not offered is deleted again, and so is the one that it replaces.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`, `download-disk-full`, the codes of
 * `check` and `offer`.
 */
export async function storeGameFile<Offered extends { replaced: string | null }>(
  ctx: Ctx,
  { gameId, sentName, file, check, offer }: NewFile<Offered>,
): Promise<Offered> {
  const { id: addedBy } = requireCatalogEditor(ctx);
  const { path, bytes, sha256 } = file;
  const fileName = toSavedFileName(sentName);
  const fileId = await ctx.db.transaction(async (tx) => {
    await lockOwnGame(tx, gameId);
    await lockDownloads(tx);
    await check(tx);
    const [row] = await tx
      .insert(downloadFiles)
      .values({ gameId, fileName, bytes, sha256, addedBy, addedAt: ctx.clock.now() })
      .returning({ id: downloadFiles.id });
    if (!row) throw new Error('A row was not inserted.');
    return row.id;
  });
  try {
    await ctx.gallery.fileStore.save(downloadFileName(fileId), path);
    const offered = await offer(fileId);
    if (offered.replaced !== null) await deleteDownloadFile(ctx, offered.replaced);
    return offered;
  } catch (error) {
    await discardFile(ctx, fileId);
    throw toDiskError(error);
  }
}

/** Deletes a file that nobody gets. If the connection broke while the transaction committed, owners may get it. */
async function discardFile(ctx: Ctx, fileId: string): Promise<void> {
  const offered = ctx.db
    .select({ id: gameDownloads.fileId })
    .from(gameDownloads)
    .where(eq(gameDownloads.fileId, fileId));
  const played = ctx.db
    .select({ id: gameDeliveries.webGameFileId })
    .from(gameDeliveries)
    .where(eq(gameDeliveries.webGameFileId, fileId));
  const [discarded] = await ctx.db
    .update(downloadFiles)
    .set({ removedAt: ctx.clock.now() })
    .where(and(eq(downloadFiles.id, fileId), notExists(offered), notExists(played)))
    .returning({ id: downloadFiles.id });
  if (discarded) await deleteDownloadFile(ctx, fileId);
}

/**
 * Marks a file as stored completely, in the transaction that offers it.
 * @throws AppError `download-failed` if the scheduled purge took it for one whose process has ended.
 */
export async function markAsStored(tx: Queryable, fileId: string, now: Date) {
  const [stored] = await tx
    .update(downloadFiles)
    .set({ storedAt: now })
    .where(and(eq(downloadFiles.id, fileId), isNull(downloadFiles.removedAt)))
    .returning({ fileName: downloadFiles.fileName, bytes: downloadFiles.bytes });
  if (!stored) throw new AppError('download-failed');
  return stored;
}

/** @throws AppError `downloads-off`, `download-bytes`. */
export function checkFileBytes(
  { fileBytesMax, totalBytesMax }: Rules['downloads'],
  bytes: number,
): void {
  if (totalBytesMax === 0) throw new AppError('downloads-off');
  if (bytes > fileBytesMax) throw new AppError('download-bytes', describeSizeLimit(fileBytesMax));
}

/** Checks the bytes of all files, also of those that are being stored. @throws AppError `downloads-of-site`. */
export async function checkTotalBytes(
  { rules }: Pick<Ctx, 'rules'>,
  db: Queryable,
  bytes: number,
): Promise<void> {
  if ((await sumBytes(db)) + bytes > rules.downloads.totalBytesMax)
    throw new AppError('downloads-of-site');
}

/** The bytes of all files that are not removed. */
export async function sumBytes(db: Queryable): Promise<number> {
  const [total] = await db
    .select({ bytes: sum(downloadFiles.bytes) })
    .from(downloadFiles)
    .where(isNull(downloadFiles.removedAt));
  return Number(total?.bytes ?? 0);
}
