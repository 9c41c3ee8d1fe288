import { type SQL, sql } from 'drizzle-orm';
import { type ColumnTypes, integer, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { badgeCrafts, games } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import { findPersonByUsername } from '../friends/find-person-by-username.ts';
import { isVisible } from '../privacy/privacy-conditions.ts';
import { getCollectorProgress } from './collector-progress.ts';

/** How many badges a list has at most, and how many a profile shows. */
const badgesMax = 1_000;
export const shownBadgesMax = 8;

/** The highest level of an account's badge of a game. */
export interface BadgeSummary {
  gameId: number;
  gameName: string;
  level: number;
}

export const badgeColumnTypes: ColumnTypes<BadgeSummary> = {
  gameId: integer,
  gameName: text,
  level: integer,
};

/** The badges of an account, the highest levels first, then by the game's name. */
export function selectBadges(userId: SQL, limit: number, condition = sql`true`): SQL {
  return sql`select game.id as "gameId", game.name as "gameName", max(craft.level) as level
    from ${badgeCrafts} as craft join ${games} as game on game.id = craft.game_id
    where craft.user_id = ${userId} and ${condition}
    group by game.id, game.name
    order by max(craft.level) desc, game.name, game.id
    limit ${sql.raw(String(limit))}`;
}

const readBadges = prepareStatement<BadgeSummary, { userId: string; actorId: string | null }>(
  'badges-of-player',
  badgeColumnTypes,
  selectBadges(
    sql`${sql.placeholder('userId')}::uuid`,
    badgesMax,
    isVisible('inventory', sql`craft.user_id`, sql`${sql.placeholder('actorId')}::uuid`),
  ),
);

/**
 * The level and the badges of a player. The list is empty if the actor may not see the inventory.
 * @throws AppError `user-not-found`
 */
export async function listBadgesByUsername(ctx: Ctx, username: string) {
  const { id } = await findPersonByUsername(ctx, username);
  const [{ level, experience }, badges] = await Promise.all([
    getCollectorProgress(ctx, id),
    readBadges(ctx.db, { userId: id, actorId: ctx.actor?.id ?? null }),
  ]);
  return { level, experience, badges };
}
