import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import { boolean, integer } from '#database/column-types.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { gameGroupPrices, gameGroups, games, groupMembers, groups } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { publishGameChange } from '../catalog/own-games/publish-game-change.ts';
import type { Ctx } from '../context.ts';
import { requireCatalogEditor } from '../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';

/** The groups of the site: for the members of which of them a game is, and what it costs for them. */
export type GroupsOfGame = Awaited<ReturnType<typeof listGroupsOfGame>>;

/**
 * Whether a game exists for the members of groups only, and all groups by name with their prices of it.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`.
 */
export async function listGroupsOfGame(ctx: Ctx, gameId: number) {
  requireCatalogEditor(ctx);
  const [[game], rows] = await Promise.all([
    ctx.db.select({ isForGroups: games.isForGroups }).from(games).where(eq(games.id, gameId)),
    ctx.db
      .select({
        id: groups.id,
        name: groups.name,
        members: typedSql(
          integer,
          sql`(select count(*) from ${groupMembers} as member where member.group_id = groups.id)::integer`,
        ),
        isChosen: typedSql(
          boolean,
          sql`exists (select from ${gameGroups} as opened
            where opened.group_id = groups.id and opened.game_id = ${gameId}::integer)`,
        ),
        /** Cents; null without a price for its members. */
        price: gameGroupPrices.price,
      })
      .from(groups)
      .leftJoin(
        gameGroupPrices,
        and(
          eq(gameGroupPrices.groupId, groups.id),
          eq(gameGroupPrices.gameId, gameId),
          isNull(gameGroupPrices.replacedAt),
        ),
      )
      .orderBy(asc(sql`lower(${groups.name})`)),
  ]);
  if (!game) throw new AppError('game-not-found');
  return { ...game, groups: rows };
}

/**
 * Makes a game exist for the members of groups only, or for everybody (null). For others it is as if it was not there;
 * who owns it keeps it, and sees it again as a member.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`, `group-gone`.
 */
export async function setGameGroups(
  ctx: Ctx,
  { gameId, groupIds }: { gameId: number; groupIds: readonly string[] | null },
): Promise<void> {
  const { id: accountId } = requireCatalogEditor(ctx);
  const chosen = [...new Set(groupIds)];
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const names = await lockGroupsOfGame(tx, chosen);
    const [game] = await tx
      .select({ name: games.name })
      .from(games)
      .where(eq(games.id, gameId))
      .for('no key update');
    if (!game) throw new AppError('game-not-found');
    await tx
      .update(games)
      .set({
        isForGroups: groupIds !== null,
        updatedAt: at,
        version: sql`${games.version} + 1`,
      })
      .where(eq(games.id, gameId));
    const isOfGame = eq(gameGroups.gameId, gameId);
    await tx.delete(gameGroups).where(and(isOfGame, notInArray(gameGroups.groupId, chosen)));
    if (chosen.length > 0) {
      await tx
        .insert(gameGroups)
        .values(chosen.map((groupId) => ({ gameId, groupId })))
        .onConflictDoNothing();
    }
    await appendToAdminLog(tx, {
      accountId,
      act: 'set-game-groups',
      subject: String(gameId),
      details: { name: game.name, groups: groupIds === null ? null : names },
      at,
    });
  });
  publishGameChange(ctx);
}

/** Locks the groups on which something is hung, so that nobody enters them by himself meanwhile. Returns their names. */
async function lockGroupsOfGame(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const locked = await tx
    .select({ id: groups.id, name: groups.name })
    .from(groups)
    .where(inArray(groups.id, [...ids]))
    .orderBy(asc(groups.id))
    .for('update');
  if (locked.length < ids.length) throw new AppError('group-gone');
  return locked.map(({ name }) => name).toSorted();
}
