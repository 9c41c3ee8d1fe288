import { and, eq, max, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { text, uuid } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { activity, badgeCrafts, cards, collectorTotals } from '#database/schema.ts';
import { collectionConstants } from '#shared/constants/collections.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { utcMonth } from '#shared/format/utc-day.ts';
import { getBadgeExperience } from '#shared/rules/collector-level.ts';
import { listSetVersions } from '../card-sets/list-set-versions.ts';
import type { Ctx } from '../context.ts';
import { runIdempotent } from '../lib/idempotency.ts';
import { getFirstDayStart, isRestingCard } from '../market/selling/resting-cards.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { consumeCards, lockCollector } from './consume-cards.ts';

/** A crafted level of a badge. */
export interface CraftedBadge {
  gameId: number;
  level: number;
  experience: number;
}

/**
 * Crafts the next level of the actor's badge of a game: consumes one held card of each kind of the set, the
 * oldest copies that do not rest, and gives experience. An earlier version of the set that is held in full
 * counts. `level` is the level that the actor confirmed.
 * @throws AppError `login-required`, `account-suspended`, `badge-complete`, `badge-changed`,
 * `set-incomplete`, `card-resting`, `cards-changed`, `key-reused`
 */
export async function craftBadge(
  ctx: Ctx,
  { gameId, level, key }: { gameId: number; level?: number | undefined; key: string },
): Promise<CraftedBadge> {
  const actor = requireActor(ctx);
  const { id: userId } = actor;
  const request = { useCase: 'craft-badge', input: { gameId, level: level ?? null } };
  return runIdempotent(ctx, { userId, key, request }, async (tx) => {
    const restSince = await lockCollector(ctx, tx, actor);
    const next = (await readBadgeLevel(tx, userId, gameId)) + 1;
    if (next > collectionConstants.badgeLevelMax) throw new AppError('badge-complete');
    if (level !== undefined && level !== next) throw new AppError('badge-changed');
    const ids = await chooseSet(tx, { userId, gameId, restSince });
    const at = ctx.clock.now();
    const experience = getBadgeExperience(next);
    const [craft] = await tx
      .insert(badgeCrafts)
      .values({ userId, gameId, level: next, experience, craftedAt: at })
      .returning({ id: badgeCrafts.id });
    if (!craft) throw new Error('The insert of a craft returned no row.');
    await consumeCards(tx, { ids, userId, consumedBy: craft.id });
    await tx
      .insert(collectorTotals)
      // In the order of months, as settling complete sets writes them.
      .values([utcMonth(at), 'ever'].map((month) => ({ userId, month, experience })))
      .onConflictDoUpdate({
        target: [collectorTotals.userId, collectorTotals.month],
        set: { experience: sql`${collectorTotals.experience} + ${experience}` },
      });
    await tx.insert(activity).values({ userId, kind: 'badge-crafted', gameId, level: next, at });
    return { gameId, level: next, experience };
  });
}

/**
 * Why the actor, who holds a version of the set in full, cannot craft a badge with it now; null if nothing is in the
 * way. @throws AppError `login-required`
 */
export async function findCraftObstacle(ctx: Ctx, gameId: number): Promise<string | null> {
  const { id: userId, registeredAt } = requireActor(ctx);
  const restSince = getFirstDayStart(ctx, registeredAt);
  try {
    await chooseSet(ctx.db, { userId, gameId, restSince });
    return null;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.message;
  }
}

/** The level of an account's badge of a game; 0 without a badge. */
async function readBadgeLevel(db: Queryable, userId: string, gameId: number): Promise<number> {
  const [badge] = await db
    .select({ level: max(badgeCrafts.level) })
    .from(badgeCrafts)
    .where(and(eq(badgeCrafts.userId, userId), eq(badgeCrafts.gameId, gameId)));
  return badge?.level ?? 0;
}

/** The oldest held copies that do not rest, one of each kind of the newest version of the set that they complete. */
export async function chooseSet(
  tx: Queryable,
  { userId, gameId, restSince }: { userId: string; gameId: number; restSince: Date | null },
): Promise<string[]> {
  const versions = await listSetVersions(tx, gameId);
  const choose = async (resting: Date | null) => {
    const mayUse = resting ? sql`not ${isRestingCard(userId, resting)}` : sql`true`;
    const oldest = await queryRows<{ id: string; kindId: string }>(
      tx,
      { id: uuid, kindId: text },
      sql`select distinct on (${cards.kindId}) ${cards.id}, ${cards.kindId} as "kindId" from ${cards}
        where ${cards.ownerId} = ${userId}::uuid and ${cards.gameId} = ${gameId}
          and ${cards.state} = 'held' and ${mayUse}
        order by ${cards.kindId}, ${cards.id}`,
    );
    const copies = new Map(oldest.map(({ kindId, id }) => [kindId, id]));
    const held = versions.find(({ kindIds }) => kindIds.every((kindId) => copies.has(kindId)));
    return held ? held.kindIds.flatMap((kindId) => copies.get(kindId) ?? []) : null;
  };
  const chosen = await choose(restSince);
  if (chosen) return chosen;
  if (restSince && (await choose(null))) {
    throw new AppError('card-resting', {
      text: 'What you collected as a guest can be used 24 hours after you registered.',
    });
  }
  throw new AppError('set-incomplete');
}
