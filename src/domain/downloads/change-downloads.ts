import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { downloadFiles, gameDownloads } from '#database/schema.ts';
import type { AdminAction } from '#shared/constants/site/admin-actions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { lockOwnGame } from '../catalog/own-games/lock-own-game.ts';
import type { Ctx } from '../context.ts';
import { requireCatalogEditor } from '../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';
import { deleteDownloadFile } from './delete-download-files.ts';

interface DownloadOfGame {
  gameId: number;
  downloadId: string;
}

type StoredDownload = typeof gameDownloads.$inferSelect;

/**
 * Changes the name and the version of a download.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`, `download-not-found`.
 */
export async function editDownload(
  ctx: Ctx,
  { gameId, downloadId, name, version }: DownloadOfGame & { name: string; version: string },
): Promise<void> {
  await changeDownload(ctx, { gameId, downloadId }, 'edit-download', async (tx, download) => {
    if (download.name === name && download.version === version) return null;
    await tx.update(gameDownloads).set({ name, version }).where(eq(gameDownloads.id, downloadId));
    return { download: name, version };
  });
}

/**
 * Moves a download one place. At the end of the list nothing changes.
 * @throws AppError the codes of `editDownload`.
 */
export async function moveDownload(
  ctx: Ctx,
  { gameId, downloadId, by }: DownloadOfGame & { by: 1 | -1 },
): Promise<void> {
  await changeDownload(ctx, { gameId, downloadId }, 'move-download', async (tx, { name }, all) => {
    const from = all.findIndex(({ id }) => id === downloadId);
    const [moved, other] = [all[from], all[from + by]];
    if (!moved || !other) return null;
    await savePositions(tx, all.with(from, other).with(from + by, moved));
    return { download: name, by };
  });
}

/**
 * Hides a download: players who buy the game from now on do not get it. Owners keep it. Doing it again changes
 * nothing.
 * @throws AppError the codes of `editDownload`.
 */
export async function setDownloadHidden(
  ctx: Ctx,
  { gameId, downloadId, hidden }: DownloadOfGame & { hidden: boolean },
): Promise<void> {
  const act = hidden ? 'hide-download' : 'show-download';
  await changeDownload(ctx, { gameId, downloadId }, act, async (tx, { name, hiddenAt }) => {
    if ((hiddenAt !== null) === hidden) return null;
    await tx
      .update(gameDownloads)
      .set({ hiddenAt: hidden ? ctx.clock.now() : null })
      .where(eq(gameDownloads.id, downloadId));
    return { download: name };
  });
}

/**
 * Removes a download and deletes its file. Nobody can download it any more; downloads that run may end.
 * @throws AppError the codes of `editDownload`.
 */
export async function removeDownload(ctx: Ctx, input: DownloadOfGame): Promise<void> {
  const { fileId } = await changeDownload(
    ctx,
    input,
    'remove-download',
    async (tx, download, all) => {
      const { id, name: label, version } = download;
      await tx.delete(gameDownloads).where(eq(gameDownloads.id, id));
      await tx
        .update(downloadFiles)
        .set({ removedAt: ctx.clock.now() })
        .where(eq(downloadFiles.id, download.fileId));
      await savePositions(
        tx,
        all.filter((other) => other.id !== id),
      );
      return { download: label, version };
    },
  );
  await deleteDownloadFile(ctx, fileId);
}

/**
 * Changes a download while its game is locked, and logs what `change` returns; null if nothing changed. Returns the
 * download as it was.
 */
async function changeDownload(
  ctx: Ctx,
  { gameId, downloadId }: DownloadOfGame,
  act: AdminAction,
  change: (
    tx: Queryable,
    download: StoredDownload,
    all: readonly StoredDownload[],
  ) => Promise<Record<string, unknown> | null>,
): Promise<StoredDownload> {
  const { id: accountId } = requireCatalogEditor(ctx);
  return ctx.db.transaction(async (tx) => {
    const { name } = await lockOwnGame(tx, gameId);
    const all = await tx
      .select()
      .from(gameDownloads)
      .where(eq(gameDownloads.gameId, gameId))
      .orderBy(asc(gameDownloads.position));
    const download = all.find(({ id }) => id === downloadId);
    if (!download) throw new AppError('download-not-found');
    const details = await change(tx, download, all);
    if (details) {
      const log = { accountId, act, subject: String(gameId), details: { name, ...details } };
      await appendToAdminLog(tx, { ...log, at: ctx.clock.now() });
    }
    return download;
  });
}

async function savePositions(tx: Queryable, all: readonly StoredDownload[]): Promise<void> {
  for (const [index, { id, position }] of all.entries()) {
    if (position === index + 1) continue;
    await tx
      .update(gameDownloads)
      .set({ position: index + 1 })
      .where(eq(gameDownloads.id, id));
  }
}
