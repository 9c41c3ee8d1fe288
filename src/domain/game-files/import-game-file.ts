import { asc, eq } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { games } from '#database/schema.ts';
import type { GameFileFormat } from '#shared/constants/catalog/game-files.ts';
import { lockGameNames } from '../catalog/edited-games/game-names.ts';
import { publishGameChange } from '../catalog/own-games/publish-game-change.ts';
import { rejectTakenName } from '../catalog/own-games/save-own-game.ts';
import type { Ctx } from '../context.ts';
import { requireCatalogEditor } from '../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';
import { type BundleFiles, type BundlePictureCtx, readBundleFiles } from './bundle-files.ts';
import {
  type CheckCtx,
  type CheckedGameRow,
  checkGameRows,
  type GameRowOutcome,
} from './check-game-rows.ts';
import type { GameFile } from './open-game-file.ts';
import { type GameFileRow, parseGameFile } from './parse-game-file.ts';
import { type WriteCtx, writeGameRow } from './write-game-row.ts';

/** What an import would do, or has done. */
export interface GameFileReport {
  counts: Record<GameRowOutcome, number>;
  rows: Pick<CheckedGameRow, 'row' | 'name' | 'outcome' | 'problems'>[];
  /** Whether the games were written. */
  imported: boolean;
}

/**
 * Checks a file with games and the files that it names row by row, and writes nothing.
 * @throws AppError `login-required`, `catalog-editors-only`, `rate-limited`, `bad-game-file`
 */
export async function checkGameFile(ctx: Ctx, file: GameFile): Promise<GameFileReport> {
  const accountId = await admitEditor(ctx);
  return readGames({ ...ctx, accountId }, file, async ({ checked }) => toReport(checked, false));
}

/**
 * Adds and changes the games of a file with their sales, cards, pictures and keys, all or none: if a row is wrong,
 * nothing is written and the report says why. A game is found by its name; one that is not in the file stays as it
 * is. The same file again changes nothing.
 * @throws AppError as `checkGameFile`, `game-name-taken` when somebody adds a game of a name at this moment, and
 * what the use cases throw when the site or a game has no place for more.
 */
export async function importGameFile(ctx: Ctx, file: GameFile): Promise<GameFileReport> {
  const accountId = await admitEditor(ctx);
  const report = await readAndWriteGames({ ...ctx, accountId }, file);
  if (report.imported) publishGameChange(ctx);
  return report;
}

async function admitEditor(ctx: Ctx): Promise<string> {
  const { id: accountId } = requireCatalogEditor(ctx);
  await ctx.rateLimiter.take('game-files-by-account', accountId);
  return accountId;
}

export type ImportCtx = BundlePictureCtx & CheckCtx & { accountId: string };

/** Reads and checks a file with games, and writes them if none is wrong, in the name of a checked account. */
export async function readAndWriteGames(ctx: ImportCtx, file: GameFile): Promise<GameFileReport> {
  return readGames(ctx, file, async ({ rows, files, checked }) => {
    if (checked.some(({ outcome }) => outcome === 'wrong')) return toReport(checked, false);
    await files?.savePictures();
    return writeGames(ctx, { rows, files, format: file.format });
  });
}

interface ReadGames {
  rows: readonly GameFileRow[];
  files: BundleFiles | null;
  checked: readonly CheckedGameRow[];
}

/** Reads a file with games and the files that it names. They exist until `work` has ended. */
async function readGames<Result>(
  ctx: ImportCtx,
  { bytes, format, dates, folder, source }: GameFile,
  work: (games: ReadGames) => Promise<Result>,
): Promise<Result> {
  const rows = parseGameFile(bytes, { format, dates });
  const check = async (files: BundleFiles | null) =>
    work({ rows, files, checked: await checkGameRows(ctx.db, ctx, { rows, files }) });
  if (!folder) return check(null);
  return ctx.gallery.tempDirs.use(async (dir) =>
    check(await readBundleFiles(ctx, { rows, folder, userId: ctx.accountId, dir, source })),
  );
}

/** Checks the rows again under the locks of the games, and writes them if none is wrong. */
async function writeGames(
  ctx: WriteCtx & { db: Database },
  {
    rows,
    files,
    format,
  }: { rows: readonly GameFileRow[]; files: BundleFiles | null; format: GameFileFormat },
): Promise<GameFileReport> {
  const { db, clock, accountId } = ctx;
  return rejectTakenName(() =>
    db.transaction(async (tx) => {
      await lockGameNames(tx);
      // At most `ownGameConstants.gamesMax` rows, locked in the order of `moveOwnGame`. So no game changes
      // between the check and the write.
      await tx
        .select({ id: games.id })
        .from(games)
        .where(eq(games.source, 'own'))
        .orderBy(asc(games.id))
        .for('no key update');
      const checked = await checkGameRows(tx, ctx, { rows, files });
      if (checked.some(({ outcome }) => outcome === 'wrong')) return toReport(checked, false);
      const changed = checked.filter(({ outcome }) => outcome !== 'same');
      for (const row of changed) await writeGameRow(tx, ctx, row);
      const done = toReport(checked, true);
      await appendToAdminLog(tx, {
        accountId,
        act: 'import-games',
        subject: format,
        details: { ...done.counts },
        at: clock.now(),
      });
      return done;
    }),
  );
}

function toReport(checked: readonly CheckedGameRow[], imported: boolean): GameFileReport {
  const counts = { new: 0, changed: 0, same: 0, wrong: 0 };
  for (const { outcome } of checked) counts[outcome] += 1;
  const rows = checked.map(({ row, name, outcome, problems }) => ({
    row,
    name,
    outcome,
    problems,
  }));
  return { counts, rows, imported };
}
