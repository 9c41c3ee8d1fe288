import { and, desc, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import { appeals, moderationLog } from '#database/schema.ts';
import { isAppealable, isNoticed, noticedActions } from '#shared/constants/moderation-actions.ts';
import { reportConstants } from '#shared/constants/reports.ts';
import { requireActor } from '../../accounts/require-actor.ts';
import type { Ctx } from '../../context.ts';

/**
 * What moderators and admins did to the actor, newest first, with the appeals. `amount` is in cents. It does not
 * say who did it.
 * @throws AppError `login-required`.
 */
export async function listOwnActs(ctx: Ctx) {
  const { id } = requireActor(ctx);
  const rows = await ctx.db
    .select({
      id: moderationLog.id,
      act: moderationLog.act,
      at: moderationLog.at,
      reason: moderationLog.reason,
      details: moderationLog.details,
      appeal: {
        text: appeals.text,
        outcome: appeals.outcome,
        answer: appeals.answer,
      },
    })
    .from(moderationLog)
    .leftJoin(appeals, eq(appeals.logId, moderationLog.id))
    .where(
      and(
        eq(moderationLog.targetId, id),
        inArray(moderationLog.act, [...noticedActions]),
        or(isNull(moderationLog.moderatorId), ne(moderationLog.moderatorId, id)),
      ),
    )
    .orderBy(desc(moderationLog.id))
    .limit(reportConstants.ownMax);
  const now = ctx.clock.now().getTime();
  return rows.flatMap(({ act, details, ...row }) => {
    if (!isNoticed(act)) return [];
    const text = [details.title, details.text ?? details.caption].filter(Boolean).join('\n\n');
    const until = typeof details.until === 'string' ? details.until : null;
    const amount = typeof details.amount === 'number' ? details.amount : null;
    const mayAppeal =
      isAppealable(act) && row.appeal === null && now - row.at.getTime() < reportConstants.appealMs;
    return [{ ...row, act, text, amount, until, mayAppeal }];
  });
}

/** An act of a moderator as its player sees it. */
export type OwnAct = Awaited<ReturnType<typeof listOwnActs>>[number];
