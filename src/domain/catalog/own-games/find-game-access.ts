import { sql } from 'drizzle-orm';
import { boolean, nullable, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { furtherRoles, games } from '#database/schema.ts';
import { heldRoles } from '#database/sql/held-roles.ts';
import type { Ctx } from '../../context.ts';
import { canBeHidden } from '../all-games/has-hidden-games.ts';

/** Who may see and buy a game. */
export interface GameAccess {
  isHidden: boolean;
  /** The name of the further role that a buyer needs; null if everybody may buy it. */
  roleNeeded: string | null;
  /** Whether the reader has that role. */
  hasRole: boolean;
}

const findAccess = prepareStatement<
  GameAccess,
  { id: number; userId: string | null; isAdmin: boolean }
>(
  'game-access',
  { isHidden: boolean, roleNeeded: nullable(text), hasRole: boolean },
  sql`select game.is_hidden as "isHidden", role.name as "roleNeeded",
      (game.role_needed is null or ${sql.placeholder('isAdmin')}::boolean or exists (
        select from ${heldRoles} as had
        where had.user_id = ${sql.placeholder('userId')}::uuid and had.role = game.role_needed
      )) as "hasRole"
    from ${games} as game left join ${furtherRoles} as role on role.slug = game.role_needed
    where game.id = ${sql.placeholder('id')}::integer`,
);

const open: GameAccess = { isHidden: false, roleNeeded: null, hasRole: true };

/** Who may see and buy a game. One that is not stored is open. */
export async function findGameAccess(
  ctx: Pick<Ctx, 'db' | 'actor' | 'clock' | 'readCache'>,
  gameId: number,
): Promise<GameAccess> {
  if (!(await canBeHidden(ctx, gameId))) return open;
  const { db, actor } = ctx;
  const isAdmin = actor?.role === 'admin';
  const [access] = await findAccess(db, { id: gameId, userId: actor?.id ?? null, isAdmin });
  return access ?? open;
}
