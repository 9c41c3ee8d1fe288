import { and, eq } from 'drizzle-orm';
import { collectorTotals } from '#database/schema.ts';
import { getCollectorLevel } from '#shared/rules/collector-level.ts';
import type { Ctx } from '../context.ts';

/** The level and the experience of an account, and how many sets it has completed. */
export async function getCollectorProgress({ db }: Pick<Ctx, 'db'>, userId: string) {
  const [totals] = await db
    .select({
      experience: collectorTotals.experience,
      completedSets: collectorTotals.completedSets,
    })
    .from(collectorTotals)
    .where(and(eq(collectorTotals.userId, userId), eq(collectorTotals.month, 'ever')));
  return toCollectorProgress(totals ?? { experience: null, completedSets: null });
}

/** The progress of an account's totals, which are null for an account that never collected anything. */
export function toCollectorProgress(totals: {
  experience: number | null;
  completedSets: number | null;
}) {
  const experience = totals.experience ?? 0;
  const completedSets = totals.completedSets ?? 0;
  return { ...getCollectorLevel(experience), experience, completedSets };
}

/** The progress of an account as a collector. */
export type CollectorProgress = ReturnType<typeof toCollectorProgress>;
