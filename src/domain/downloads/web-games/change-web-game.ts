import { count, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { downloadFiles, gameDeliveries, webGameEntries } from '#database/schema.ts';
import { webGameConstants } from '#shared/constants/game-library/web-games.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Rules } from '../../base-context.ts';
import { getOwnGameName } from '../../catalog/own-games/list-own-games.ts';
import { lockOwnGame } from '../../catalog/own-games/lock-own-game.ts';
import type { Ctx } from '../../context.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';
import { deleteDownloadFile } from '../delete-download-files.ts';
import {
  checkFileBytes,
  checkTotalBytes,
  markAsStored,
  storeGameFile,
} from '../store-game-file.ts';
import type { UnpackedWebGame, WebGameEntry } from './unpack-zip.ts';

/** An uploaded game for browsers as its editors see it. */
export interface WebGame {
  /** The name of the zip. */
  fileName: string;
  /** The size of its files. */
  bytes: number;
  files: number;
  addedAt: Date;
  /** Since when the file store does not have it as it was added; null if it has it. */
  missingSince: Date | null;
}

/** The largest zip that is accepted, and the largest size of its files. */
export const getZipBytesMax = ({ fileBytesMax }: Rules['downloads']): number =>
  Math.min(fileBytesMax, webGameConstants.bytesMax);

/**
 * Checks before a zip is received whether it can be added. `bytes` is its announced size; null if unknown.
 * @throws AppError `login-required`, `catalog-editors-only`, `rate-limited`, `game-not-found`, `web-games-off`,
 * `downloads-off`, `download-bytes`, `downloads-of-site`.
 */
export async function checkNewWebGame(
  ctx: Ctx,
  { gameId, bytes }: { gameId: number; bytes: number | null },
): Promise<void> {
  const { id: accountId } = requireCatalogEditor(ctx);
  await ctx.rateLimiter.take('download-uploads-by-account', accountId);
  await getOwnGameName(ctx, gameId);
  await checkBounds(ctx, ctx.db, bytes ?? 0);
}

/**
 * Makes an unpacked zip the game that owners play on this site, in place of an earlier one, which is deleted.
 * @throws AppError the codes of `checkNewWebGame`, `download-disk-full`, `download-failed`.
 */
export async function setWebGame(
  ctx: Ctx,
  { gameId, sentName, unpacked }: { gameId: number; sentName: string; unpacked: UnpackedWebGame },
): Promise<void> {
  const { file, entries } = unpacked;
  await storeGameFile(ctx, {
    gameId,
    sentName,
    file,
    check: (tx) => checkBounds(ctx, tx, file.bytes),
    offer: (fileId) => offerGame(ctx, { gameId, fileId, entries }),
  });
}

async function offerGame(
  ctx: Ctx,
  { gameId, fileId, entries }: { gameId: number; fileId: string; entries: WebGameEntry[] },
): Promise<{ replaced: string | null }> {
  const at = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const { name } = await lockOwnGame(tx, gameId);
    const stored = await markAsStored(tx, fileId, at);
    await tx.insert(webGameEntries).values(entries.map((entry) => ({ fileId, ...entry })));
    const replaced = await changeFile(tx, { gameId, fileId, at });
    const details = { name, ...stored, files: entries.length };
    await log(ctx, tx, { act: 'set-web-game', gameId, details, at });
    return { replaced };
  });
}

/**
 * Removes the uploaded game and deletes its files. Without one nothing changes.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`.
 */
export async function removeWebGame(ctx: Ctx, { gameId }: { gameId: number }): Promise<void> {
  requireCatalogEditor(ctx);
  const at = ctx.clock.now();
  const replaced = await ctx.db.transaction(async (tx) => {
    const { name } = await lockOwnGame(tx, gameId);
    const removed = await changeFile(tx, { gameId, fileId: null, at });
    if (removed !== null)
      await log(ctx, tx, { act: 'remove-web-game', gameId, details: { name }, at });
    return removed;
  });
  if (replaced !== null) await deleteDownloadFile(ctx, replaced);
}

/** Changes the content of a locked game. Returns the earlier one, which is to be deleted after the commit. */
async function changeFile(
  tx: Queryable,
  { gameId, fileId, at }: { gameId: number; fileId: string | null; at: Date },
): Promise<string | null> {
  const [before] = await tx
    .select({ fileId: gameDeliveries.webGameFileId })
    .from(gameDeliveries)
    .where(eq(gameDeliveries.gameId, gameId));
  const replaced = before?.fileId ?? null;
  if (replaced === null && fileId === null) return null;
  await tx
    .insert(gameDeliveries)
    .values({ gameId, webGameFileId: fileId })
    .onConflictDoUpdate({ target: gameDeliveries.gameId, set: { webGameFileId: fileId } });
  if (replaced !== null)
    await tx.update(downloadFiles).set({ removedAt: at }).where(eq(downloadFiles.id, replaced));
  return replaced;
}

async function log(
  ctx: Ctx,
  tx: Queryable,
  {
    gameId,
    ...entry
  }: {
    act: 'set-web-game' | 'remove-web-game';
    gameId: number;
    details: Record<string, unknown>;
    at: Date;
  },
): Promise<void> {
  const { id: accountId } = requireCatalogEditor(ctx);
  await appendToAdminLog(tx, { accountId, subject: String(gameId), ...entry });
}

/** The uploaded game, for its editors. @throws AppError `login-required`, `catalog-editors-only`. */
export async function getWebGame(ctx: Ctx, gameId: number): Promise<WebGame | null> {
  requireCatalogEditor(ctx);
  const [game] = await ctx.db
    .select({
      fileName: downloadFiles.fileName,
      bytes: downloadFiles.bytes,
      files: count(webGameEntries.path),
      addedAt: downloadFiles.addedAt,
      missingSince: downloadFiles.missingSince,
    })
    .from(gameDeliveries)
    .innerJoin(downloadFiles, eq(downloadFiles.id, gameDeliveries.webGameFileId))
    .innerJoin(webGameEntries, eq(webGameEntries.fileId, downloadFiles.id))
    .where(eq(gameDeliveries.gameId, gameId))
    .groupBy(downloadFiles.id);
  return game ?? null;
}

async function checkBounds(ctx: Ctx, db: Queryable, bytes: number): Promise<void> {
  if (ctx.site.gamesOrigin === null) throw new AppError('web-games-off');
  const { downloads } = ctx.rules;
  checkFileBytes({ ...downloads, fileBytesMax: getZipBytesMax(downloads) }, bytes);
  await checkTotalBytes(ctx, db, bytes);
}
