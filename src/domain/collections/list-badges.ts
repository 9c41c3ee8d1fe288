import { and, asc, desc, eq, max, type SQL, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { badgeCrafts, collectorTotals, games } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { getCollectorLevel } from '#shared/constants/collections.ts';
import type { Ctx } from '../context.ts';
import { findPersonByUsername } from '../friends/find-person-by-username.ts';
import { isVisible } from '../privacy/privacy-conditions.ts';

/** How many badges a list has at most, and how many a profile shows. */
const badgesMax = 1_000;
const shownBadgesMax = 8;

/** The level and the experience of an account, and how many sets it has completed. */
export async function getCollectorProgress({ db }: Pick<Ctx, 'db'>, userId: string) {
  const [totals] = await db
    .select({
      experience: collectorTotals.experience,
      completedSets: collectorTotals.completedSets,
    })
    .from(collectorTotals)
    .where(and(eq(collectorTotals.userId, userId), eq(collectorTotals.month, 'ever')));
  const { experience, completedSets } = totals ?? { experience: 0, completedSets: 0 };
  return { ...getCollectorLevel(experience), experience, completedSets };
}

/** The progress of an account as a collector. */
export type CollectorProgress = Awaited<ReturnType<typeof getCollectorProgress>>;

/** The badges that a profile shows: the highest of an account. */
export function listShownBadges(ctx: Pick<Ctx, 'db'>, userId: string) {
  return listBadges(ctx, userId, shownBadgesMax);
}

/** The badges of an account, the highest levels first, then by the game's name. */
async function listBadges({ db }: Pick<Ctx, 'db'>, userId: string, limit: number, condition?: SQL) {
  const level = typedSql(integer, sql`${max(badgeCrafts.level)}`);
  return db
    .select({ gameId: games.id, gameName: games.name, level })
    .from(badgeCrafts)
    .innerJoin(games, eq(games.id, badgeCrafts.gameId))
    .where(and(eq(badgeCrafts.userId, userId), condition))
    .groupBy(games.id)
    .orderBy(desc(level), asc(games.name), asc(games.id))
    .limit(limit);
}

/** The highest level of an account's badge of a game. */
export type BadgeSummary = Awaited<ReturnType<typeof listShownBadges>>[number];

/**
 * The level and the badges of a player. The list is empty if the actor may not see the inventory.
 * @throws AppError `user-not-found`
 */
export async function listBadgesByUsername(ctx: Ctx, username: string) {
  const { id } = await findPersonByUsername(ctx, username);
  const actorId = sql`${ctx.actor?.id ?? null}::uuid`;
  const [{ level, experience }, badges] = await Promise.all([
    getCollectorProgress(ctx, id),
    listBadges(ctx, id, badgesMax, isVisible('inventory', badgeCrafts.userId, actorId)),
  ]);
  return { level, experience, badges };
}
