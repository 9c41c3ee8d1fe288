import { randomUUID } from 'node:crypto';
import { and, countDistinct, eq, inArray, sql } from 'drizzle-orm';
import { cardKinds, cards, users } from '#database/schema.ts';
import { recordCompleteSets } from '#domain/collections/record-complete-sets.ts';
import { craftBadge } from '#domain/crafting/craft-badge.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import type { DemoSession } from './demo-session.ts';

/** Records the sets that became complete, and lets `share` (0 to 1) of their owners craft a badge. */
export async function craftBadges(
  session: DemoSession,
  names: readonly string[],
  share: number,
): Promise<void> {
  const { ctx } = session;
  await recordCompleteSets(ctx);
  // The kinds of the game's own set, or of the set that all games without one share.
  const kindsOfSet = sql`(select count(*) from ${cardKinds} as kind where kind.game_id is not distinct from
    (select own.game_id from ${cardKinds} as own where own.game_id = ${cards.gameId} limit 1))`;
  const complete = await ctx.db
    .select({ userId: cards.ownerId, gameId: cards.gameId })
    .from(cards)
    .innerJoin(users, eq(users.id, cards.ownerId))
    .where(and(inArray(users.username, [...names]), eq(cards.state, 'held')))
    .groupBy(cards.ownerId, cards.gameId)
    .having(eq(countDistinct(cards.kindId), kindsOfSet))
    .orderBy(sql`min(${users.username})`, cards.gameId);
  for (const { userId, gameId } of complete) {
    if (!session.chance(share)) continue;
    session.wait(30_000);
    try {
      await session.as(userId, () => craftBadge(ctx, { gameId, key: randomUUID() }));
    } catch (error) {
      // For example, the badge has its last level.
      if (!isAppError(error)) throw error;
    }
  }
}
