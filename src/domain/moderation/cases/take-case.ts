import { and, eq, isNull } from 'drizzle-orm';
import { reportCases } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { lockCase } from './lock-case.ts';

/**
 * Shows other moderators that the actor works on a case. It can be taken over after half an hour.
 * @throws AppError `login-required`, `moderators-only`; and as `lockCase`.
 */
export async function takeCase(ctx: Ctx, { caseId }: { caseId: string }): Promise<void> {
  const actor = requireModerator(ctx);
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockCase(tx, { caseId, actor, now });
    await tx
      .update(reportCases)
      .set({ takenBy: actor.id, takenAt: now })
      .where(eq(reportCases.id, caseId));
  });
}

/**
 * Gives back a case that the actor took.
 * @throws AppError `login-required`, `moderators-only`, `case-not-taken`.
 */
export async function releaseCase(ctx: Ctx, { caseId }: { caseId: string }): Promise<void> {
  const actor = requireModerator(ctx);
  const released = await ctx.db
    .update(reportCases)
    .set({ takenBy: null, takenAt: null })
    .where(
      and(
        eq(reportCases.id, caseId),
        eq(reportCases.takenBy, actor.id),
        isNull(reportCases.closedAt),
      ),
    )
    .returning({ id: reportCases.id });
  if (released.length === 0) throw new AppError('case-not-taken');
}
