import { and, asc, eq, exists, sql } from 'drizzle-orm';
import { boolean } from '#database/column-types.ts';
import { accountRoles, games, users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { GameFileFormat } from '#shared/constants/game-files.ts';
import { catalogEditor } from '#shared/constants/roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { appendToAdminLog } from '../../../accounts/roles/append-to-admin-log.ts';
import { requireCatalogEditor } from '../../../accounts/roles/require-catalog-editor.ts';
import { toUsernameKey } from '../../../accounts/username-condition.ts';
import type { Ctx } from '../../../context.ts';
import { publishGameChange } from '../publish-game-change.ts';
import { changeOwnGame, insertOwnGame, rejectTakenName } from '../save-own-game.ts';
import { type CheckedGameRow, checkGameRows, type GameRowOutcome } from './check-game-rows.ts';
import { parseGameFile } from './parse-game-file.ts';

/** What an import would do, or has done. */
export interface GameFileReport {
  counts: Record<GameRowOutcome, number>;
  rows: Pick<CheckedGameRow, 'row' | 'name' | 'outcome' | 'problems'>[];
  /** Whether the games were written. */
  imported: boolean;
}

interface GameFile {
  bytes: Uint8Array;
  format: GameFileFormat;
}

/**
 * Checks a file with games row by row and writes nothing.
 * @throws AppError `login-required`, `catalog-editors-only`, `rate-limited`, `bad-game-file`
 */
export async function checkGameFile(
  ctx: Ctx,
  { bytes, format }: GameFile,
): Promise<GameFileReport> {
  const { id: accountId } = requireCatalogEditor(ctx);
  await ctx.rateLimiter.take('game-files-by-account', accountId);
  return toReport(await checkGameRows(ctx.db, parseGameFile(bytes, format)), false);
}

/**
 * Adds and changes the games of a file, all or none: if a row is wrong, nothing is written and the report says
 * why. A game is found by its name; one that is not in the file stays as it is. The same file again changes
 * nothing.
 * @throws AppError as `checkGameFile`, and `game-name-taken` when somebody adds a game of a name at this moment
 */
export async function importGameFile(ctx: Ctx, file: GameFile): Promise<GameFileReport> {
  const { id: accountId } = requireCatalogEditor(ctx);
  await ctx.rateLimiter.take('game-files-by-account', accountId);
  const report = await writeGames(ctx, accountId, file);
  if (report.imported) publishGameChange(ctx);
  return report;
}

/**
 * The same for an operator at the terminal, in the name of an admin or a catalog editor. A running site shows the
 * games within a minute.
 * @throws AppError `user-not-found`, `catalog-editors-only`, `bad-game-file`
 */
export async function importGameFileFromTerminal(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { username, ...file }: GameFile & { username: string },
): Promise<GameFileReport> {
  const hasRole = ctx.db
    .select({ role: accountRoles.role })
    .from(accountRoles)
    .where(and(eq(accountRoles.userId, users.id), eq(accountRoles.role, catalogEditor)));
  const [account] = await ctx.db
    .select({
      id: users.id,
      isEditor: typedSql(boolean, sql`${users.role} = 'admin' or ${exists(hasRole)}`),
    })
    .from(users)
    .where(eq(users.username, toUsernameKey(username)));
  if (!account) throw new AppError('user-not-found');
  if (!account.isEditor) throw new AppError('catalog-editors-only');
  return writeGames(ctx, account.id, file);
}

async function writeGames(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  accountId: string,
  { bytes, format }: GameFile,
): Promise<GameFileReport> {
  const rows = parseGameFile(bytes, format);
  const change = { accountId, clock };
  return rejectTakenName(() =>
    db.transaction(async (tx) => {
      // At most `ownGameConstants.gamesMax` rows, locked in the order of `moveOwnGame`. So no game changes
      // between the check and the write.
      await tx
        .select({ id: games.id })
        .from(games)
        .where(eq(games.source, 'own'))
        .orderBy(asc(games.id))
        .for('no key update');
      const checked = await checkGameRows(tx, rows);
      if (checked.some(({ outcome }) => outcome === 'wrong')) return toReport(checked, false);
      for (const { outcome, input, game } of checked) {
        if (!input || outcome === 'same') continue;
        if (!game) await insertOwnGame(tx, change, input);
        else await changeOwnGame(tx, change, { gameId: game.id, version: game.version, input });
      }
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
