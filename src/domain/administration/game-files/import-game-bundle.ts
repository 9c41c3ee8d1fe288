import { and, eq, exists, sql } from 'drizzle-orm';
import { boolean } from '#database/column-types.ts';
import { accountRoles, users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { catalogEditor } from '#shared/constants/roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { toUsernameKey } from '../../accounts/username-condition.ts';
import type { Ctx } from '../../context.ts';
import { type BundleFolder, type BundlePictureCtx, readBundleFiles } from './bundle-files.ts';
import { type CheckCtx, checkGameRows } from './check-game-rows.ts';
import { type GameFile, type GameFileReport, toReport, writeGames } from './import-game-file.ts';
import { parseGameFile } from './parse-game-file.ts';

export type BundleCtx = BundlePictureCtx & CheckCtx;

/**
 * Imports a file with games, and the pictures and keys in files beside it, for an operator at the terminal, in the
 * name of an admin or a catalog editor. First everything is checked; if something is wrong, nothing is written.
 * The same files again change nothing. A running site shows the games within a minute.
 * @throws AppError `user-not-found`, `catalog-editors-only`, `bad-game-file`, `rate-limited`, and what the use
 * cases throw when the site or a game has no place for more.
 */
export async function importGameBundle(
  ctx: BundleCtx,
  { username, folder, bytes, format }: GameFile & { username: string; folder: BundleFolder },
): Promise<GameFileReport> {
  const accountId = await findEditor(ctx, username);
  const rows = parseGameFile(bytes, format);
  return ctx.gallery.tempDirs.use(async (dir) => {
    const files = await readBundleFiles(ctx, { rows, folder, userId: accountId, dir });
    const checked = await checkGameRows(ctx.db, ctx, { rows, files });
    if (checked.some(({ outcome }) => outcome === 'wrong')) return toReport(checked, false);
    await files.savePictures();
    return writeGames({ ...ctx, accountId }, { rows, files, format });
  });
}

async function findEditor({ db }: Pick<Ctx, 'db'>, username: string): Promise<string> {
  const hasRole = db
    .select({ role: accountRoles.role })
    .from(accountRoles)
    .where(and(eq(accountRoles.userId, users.id), eq(accountRoles.role, catalogEditor)));
  const [account] = await db
    .select({
      id: users.id,
      isEditor: typedSql(boolean, sql`${users.role} = 'admin' or ${exists(hasRole)}`),
    })
    .from(users)
    .where(eq(users.username, toUsernameKey(username)));
  if (!account) throw new AppError('user-not-found');
  if (!account.isEditor) throw new AppError('catalog-editors-only');
  return account.id;
}
