import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { boolean } from '#database/column-types.ts';
import { gameGroupPrices, gameGroups, games } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { groupConstants } from '#shared/constants/groups.ts';
import type { Ctx } from '../context.ts';
import { requireRight } from '../permissions/require-right.ts';

/** A game that hangs on a group. */
export type GameOfGroup = Awaited<ReturnType<typeof listGamesOfGroup>>['games'][number];

/**
 * The games that exist for the members of a group or have a price for them, the first by name, and how many there are.
 * @throws AppError `login-required`, `admins-only`.
 */
export async function listGamesOfGroup(ctx: Ctx, { id }: { id: string }) {
  requireRight(ctx, 'manage-groups');
  const found = ctx.db
    .select({
      id: games.id,
      name: games.name,
      isForMembers: typedSql(boolean, sql`${gameGroups.groupId} is not null`).as('is_for_members'),
      /** Cents; null without a price for the members. */
      price: gameGroupPrices.price,
    })
    .from(games)
    .leftJoin(gameGroups, and(eq(gameGroups.gameId, games.id), eq(gameGroups.groupId, id)))
    .leftJoin(
      gameGroupPrices,
      and(
        eq(gameGroupPrices.gameId, games.id),
        eq(gameGroupPrices.groupId, id),
        isNull(gameGroupPrices.replacedAt),
      ),
    )
    // The flags of the few games with groups or prices for them.
    .where(
      and(
        or(games.isForGroups, games.hasGroupPrices),
        or(isNotNull(gameGroups.groupId), isNotNull(gameGroupPrices.id)),
      ),
    )
    .as('found');
  const [total, rows] = await Promise.all([
    ctx.db.$count(found),
    ctx.db
      .select()
      .from(found)
      .orderBy(asc(sql`lower(${found.name})`), asc(found.id))
      .limit(groupConstants.gamesShown),
  ]);
  return { games: rows, total };
}
