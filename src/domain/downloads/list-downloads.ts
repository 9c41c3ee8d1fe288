import { and, asc, eq, gt, isNull, or } from 'drizzle-orm';
import { downloadFiles, gameDownloads, ownedGames } from '#database/schema.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import type { Ctx } from '../context.ts';
import { requireCatalogEditor } from '../permissions/require-catalog-editor.ts';
import { sumBytes } from './store-game-file.ts';

const columns = {
  id: gameDownloads.id,
  name: gameDownloads.name,
  version: gameDownloads.version,
  fileName: downloadFiles.fileName,
  bytes: downloadFiles.bytes,
  sha256: downloadFiles.sha256,
  addedAt: downloadFiles.addedAt,
};

/** A file that owners of a game download. */
export interface Download {
  id: string;
  /** What players read, such as the name of a platform. */
  name: string;
  /** May be empty. */
  version: string;
  /** The name under which browsers save it. */
  fileName: string;
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
  /** When its present file was added. */
  addedAt: Date;
}

/** A download as editors see it. */
export interface EditedDownload extends Download {
  /** Only players who bought the game before this time get it; null: all owners do. */
  hiddenAt: Date | null;
  /** Since when the file store does not have the file as it was added; null if it has it. */
  missingSince: Date | null;
}

/** A hidden download is for those who bought the game before it was hidden. */
export const isForOwner = or(
  isNull(gameDownloads.hiddenAt),
  gt(gameDownloads.hiddenAt, ownedGames.boughtAt),
);

/** What the actor can download as an owner of the game; empty for everybody else. */
export async function listDownloads(ctx: Ctx, gameId: number): Promise<Download[]> {
  if (!ctx.actor || gameId < ownGameConstants.idsFrom) return [];
  return ctx.db
    .select(columns)
    .from(ownedGames)
    .innerJoin(gameDownloads, eq(gameDownloads.gameId, ownedGames.gameId))
    .innerJoin(downloadFiles, eq(downloadFiles.id, gameDownloads.fileId))
    .where(and(eq(ownedGames.userId, ctx.actor.id), eq(ownedGames.gameId, gameId), isForOwner))
    .orderBy(asc(gameDownloads.position));
}

/**
 * The downloads of a game, also hidden ones, and the bytes of all games together, for its editors.
 * @throws AppError `login-required`, `catalog-editors-only`.
 */
export async function listDownloadsForEditors(
  ctx: Ctx,
  gameId: number,
): Promise<{ downloads: EditedDownload[]; totalBytes: number }> {
  requireCatalogEditor(ctx);
  const [downloads, totalBytes] = await Promise.all([
    ctx.db
      .select({
        ...columns,
        hiddenAt: gameDownloads.hiddenAt,
        missingSince: downloadFiles.missingSince,
      })
      .from(gameDownloads)
      .innerJoin(downloadFiles, eq(downloadFiles.id, gameDownloads.fileId))
      .where(eq(gameDownloads.gameId, gameId))
      .orderBy(asc(gameDownloads.position)),
    sumBytes(ctx.db),
  ]);
  return { downloads, totalBytes };
}
