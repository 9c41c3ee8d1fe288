import { eq, sql } from 'drizzle-orm';
import { boolean } from '#database/column-types.ts';
import { users } from '#database/schema.ts';
import { heldRoles } from '#database/sql/held-roles.ts';
import { typedSql } from '#database/typed-sql.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { toUsernameKey } from '../accounts/username-condition.ts';
import type { Ctx } from '../context.ts';
import { type GameFileReport, type ImportCtx, readAndWriteGames } from './import-game-file.ts';
import type { GameFile } from './open-game-file.ts';

/**
 * Imports a file with games and the files that it names, for an operator at the terminal, in the name of an admin or
 * a catalog editor. First everything is checked; if something is wrong, nothing is written. The same files again
 * change nothing. A running site shows the games within a minute.
 * @throws AppError `user-not-found`, `catalog-editors-only`, `bad-game-file`, `rate-limited`, and what the use
 * cases throw when the site or a game has no place for more.
 */
export async function importGameBundle(
  ctx: Omit<ImportCtx, 'accountId'>,
  { username, ...file }: GameFile & { username: string },
): Promise<GameFileReport> {
  return readAndWriteGames({ ...ctx, accountId: await findEditor(ctx, username) }, file);
}

async function findEditor({ db }: Pick<Ctx, 'db'>, username: string): Promise<string> {
  const hasRole = sql`exists (select from ${heldRoles} as had
    where had.user_id = ${users.id} and had.role = ${catalogEditor})`;
  const [account] = await db
    .select({
      id: users.id,
      isEditor: typedSql(boolean, sql`${users.role} = 'admin' or ${hasRole}`),
    })
    .from(users)
    .where(eq(users.username, toUsernameKey(username)));
  if (!account) throw new AppError('user-not-found');
  if (!account.isEditor) throw new AppError('catalog-editors-only');
  return account.id;
}
