import type { Queryable } from '#database/client.ts';
import { mutes } from '#database/schema.ts';
import type { Sanction, ThingDecision } from '#shared/constants/moderation/reports.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { deleteThingInTransaction, endDeletion } from '../deleting/delete-thing.ts';
import { hideInTransaction } from '../hiding/hide-thing.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import type { ModeratorAct } from '../log/moderator-act.ts';
import { publishSuspension, suspendInTransaction } from '../suspension/suspend-account.ts';
import { closeCase } from './close-case.ts';
import { findCaseAuthor } from './find-case-author.ts';
import { type LockedCase, lockCase } from './lock-case.ts';

const dayMs = 24 * 60 * 60 * 1000;

export interface Decision {
  caseId: string;
  /** What happens to the reported thing. */
  thing: ThingDecision;
  sanction: Sanction;
  /** Of a mute or a suspension; 0 is a suspension without end. */
  days: number;
  reason: string;
}

/**
 * Closes a case: hides or deletes the reported thing, warns, mutes or suspends its author, or does nothing, in one
 * transaction with the entries of the log. Of two moderators, one decides. It locks the case before all else.
 * @throws AppError `login-required`, `moderators-only`, `not-above` (also when only the sanction is not
 * allowed), `already-suspended`; and as `lockCase`,
 * `hideInTransaction` and `deleteThingInTransaction`.
 */
export async function decideCase(ctx: Ctx, decision: Decision): Promise<void> {
  const actor = requireModerator(ctx);
  const { caseId, thing, sanction } = decision;
  const now = ctx.clock.now();
  if (sanction === 'suspend') {
    await ctx.accounts.presence.discardMark(await findCaseAuthor(ctx.db, caseId));
  }
  const { found, traders } = await ctx.db.transaction(async (tx) => {
    const found = await lockCase(tx, { caseId, actor, now });
    if (sanction !== 'none' && !found.isBelow) throw new AppError('not-above');
    const { traders } = await punish(tx, { actor, found, decision, now });
    const act = { moderatorId: actor.id, reason: decision.reason, at: now };
    if (thing === 'hide') await hideReportedThing(tx, found, act);
    if (thing === 'delete') await deleteThingInTransaction(tx, found, act);
    const isActed = thing !== 'keep' || sanction !== 'none';
    if (!isActed) {
      await appendToModerationLog(tx, {
        ...act,
        act: 'close-report',
        targetId: found.authorId,
        details: { case: caseId },
      });
    }
    const outcome = isActed ? 'acted' : 'nothing';
    await closeCase(tx, { caseId, moderatorId: actor.id, outcome, at: now });
    return { found, traders };
  });
  ctx.notifier.deliverSoon();
  if (sanction === 'suspend') publishSuspension(ctx, { targetId: found.authorId, traders });
  if (thing === 'hide') ctx.events.publish({ type: 'content-removed' });
  if (thing === 'delete') await endDeletion(ctx, found);
}

/** Hides the thing of a case. One that a moderator hid before stays hidden; then only the case is closed. */
async function hideReportedThing(
  tx: Queryable,
  found: LockedCase,
  act: ModeratorAct,
): Promise<void> {
  try {
    await hideInTransaction(tx, found, act);
  } catch (error) {
    if (!isAppError(error) || error.code !== 'already-hidden') throw error;
    await appendToModerationLog(tx, {
      ...act,
      act: 'close-report',
      targetId: found.authorId,
      details: { case: found.id },
    });
  }
}

interface Punishment {
  actor: Actor;
  found: LockedCase;
  decision: Decision;
  now: Date;
}

async function punish(
  tx: Queryable,
  { actor, found, decision: { sanction, days, reason }, now }: Punishment,
): Promise<{ traders: string[] }> {
  const targetId = found.authorId;
  const entry = { moderatorId: actor.id, targetId, reason, at: now };
  switch (sanction) {
    case 'none':
      break;
    case 'warn':
      await appendToModerationLog(tx, { ...entry, act: 'warn' });
      break;
    case 'mute': {
      const until = new Date(now.getTime() + days * dayMs);
      const details = { days, until: until.toISOString() };
      const logId = await appendToModerationLog(tx, { ...entry, act: 'mute', details });
      await tx
        .insert(mutes)
        .values({ userId: targetId, until, logId })
        .onConflictDoUpdate({ target: mutes.userId, set: { until, logId } });
      break;
    }
    case 'suspend':
      return suspendInTransaction(tx, { actor, targetId, reason, days, now });
  }
  return { traders: [] };
}
