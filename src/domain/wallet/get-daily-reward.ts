import { and, eq } from 'drizzle-orm';
import { dailyRewards } from '#database/schema.ts';
import { nextUtcDay, utcDay } from '#shared/format/utc-day.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { getRules } from '../site/current-rules.ts';

export interface DailyReward {
  claimable: boolean;
  /** Cents. */
  amount: number;
  /** The start of the next UTC day as ISO 8601. Then the next reward can be claimed. */
  nextAt: string;
}

/** Returns whether the actor can claim today's reward, its amount and the time of the next one. @throws AppError `login-required`. */
export async function getDailyReward(ctx: Ctx): Promise<DailyReward> {
  const { id } = requireActor(ctx);
  const now = ctx.clock.now();
  const [claimed] = await ctx.db
    .select({ day: dailyRewards.day })
    .from(dailyRewards)
    .where(and(eq(dailyRewards.userId, id), eq(dailyRewards.day, utcDay(now))));
  return {
    claimable: !claimed,
    amount: (await getRules(ctx)).dailyRewardCents,
    nextAt: nextUtcDay(now).toISOString(),
  };
}
