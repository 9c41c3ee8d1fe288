import { desc, eq } from 'drizzle-orm';
import { dailyRewards } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';

/**
 * Returns the UTC day (YYYY-MM-DD) on which the actor last claimed the daily reward; null before the
 * first claim.
 * @throws AppError `login-required`.
 */
export async function getLastRewardDay(ctx: Ctx): Promise<string | null> {
  const { id } = requireActor(ctx);
  const [last] = await ctx.db
    .select({ day: dailyRewards.day })
    .from(dailyRewards)
    .where(eq(dailyRewards.userId, id))
    .orderBy(desc(dailyRewards.day))
    .limit(1);
  return last?.day ?? null;
}
