import type { Ctx } from '../context.ts';
import { getSiteSettings } from './read-site-settings.ts';

/**
 * How much an account gets in a UTC day: what an admin saved, otherwise what the configuration says. Call it
 * before a transaction, because it may need a database connection of its own.
 */
export async function getDailyLimits(
  ctx: Pick<Ctx, 'db' | 'clock' | 'readCache' | 'rules'>,
): Promise<{ topUpDailyCents: number; awardsPerDay: number }> {
  const { topUpDaily, awardsPerDay } = await getSiteSettings(ctx);
  return {
    topUpDailyCents: topUpDaily === 'configured' ? ctx.rules.topUpDailyCents : topUpDaily,
    awardsPerDay: awardsPerDay === 'configured' ? ctx.rules.awardsPerDay : awardsPerDay,
  };
}
