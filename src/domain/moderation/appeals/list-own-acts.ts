import { and, desc, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { appeals, moderationLog, undoneActs } from '#database/schema.ts';
import {
  isAppealable,
  isNoticed,
  noticedActions,
  undoingActions,
} from '#shared/constants/moderation/moderation-actions.ts';
import { reportConstants } from '#shared/constants/moderation/reports.ts';
import type { Ctx } from '../../context.ts';
import { requireActor } from '../../permissions/require-actor.ts';

const undoing = alias(moderationLog, 'undoing');

/** An act that took back another is shown with that one. */
const listedActions = noticedActions.filter((act) => !undoingActions.some((one) => one === act));

/**
 * What moderators and admins did to the actor, newest first, with the appeals. `amount` is in cents. `path`
 * leads to a hidden discussion or picture. It does not say who did it.
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
      undone: { act: undoing.act, at: undoing.at, reason: undoing.reason },
    })
    .from(moderationLog)
    .leftJoin(appeals, eq(appeals.logId, moderationLog.id))
    .leftJoin(undoneActs, eq(undoneActs.actId, moderationLog.id))
    .leftJoin(undoing, eq(undoing.id, undoneActs.undoneBy))
    .where(
      and(
        eq(moderationLog.targetId, id),
        inArray(moderationLog.act, listedActions),
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
      isAppealable(act) &&
      row.appeal === null &&
      row.undone === null &&
      now - row.at.getTime() < reportConstants.appealMs;
    return [{ ...row, act, text, amount, until, path: findPath(details), mayAppeal }];
  });
}

/** The page of a thing that was hidden; null if it has none of its own. */
function findPath({ kind, thing }: Record<string, string | number | null>): string | null {
  if (kind === 'discussion') return `/community/discussions/${thing}`;
  return kind === 'picture' ? `/community/pictures/${thing}` : null;
}

/** An act of a moderator as its player sees it. */
export type OwnAct = Awaited<ReturnType<typeof listOwnActs>>[number];
