import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { appeals, users } from '#database/schema.ts';
import type { undoingActions } from '#shared/constants/moderation/moderation-actions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import type { ModeratorAct } from '../log/moderator-act.ts';
import { endEffectOfAct } from './end-effect-of-act.ts';
import { isActUndone, type LogEntry, lockAct, markActUndone } from './mark-act-undone.ts';
import { requireUndo } from './undo-permission.ts';

/**
 * Takes back an act of a moderator: ends a suspension or a mute, shows a hidden thing again, or withdraws a warning.
 * This is an entry of the log of its own that names the act. An act is taken back once. An open appeal against it is
 * decided in favour of its player.
 * @throws AppError `login-required`, `moderators-only`, `act-gone`, `not-undoable`, `moderate-self`,
 * `not-above`, `act-undone`, `act-over`, `thing-gone`, `not-hidden`.
 */
export async function undoAct(
  ctx: Ctx,
  { actId, reason }: { actId: string; reason: string },
): Promise<void> {
  const actor = requireModerator(ctx);
  const at = ctx.clock.now();
  const log = await ctx.db.transaction(async (tx) => {
    const { log, openAppeals } = await lockActAndAppeals(tx, actId);
    const act = requireUndo(actor, { ...log, targetRole: await readRole(tx, log.targetId) });
    if (await isActUndone(tx, actId)) throw new AppError('act-undone');
    await endEffectOfAct(tx, log, at);
    await recordUndo(tx, { log, openAppeals, act }, { moderatorId: actor.id, reason, at });
    return log;
  });
  publishReversal(ctx, log);
}

interface LockedAct {
  log: LogEntry;
  openAppeals: { id: string }[];
}

/**
 * Locks an act with the open appeal against it: the appeal, then the entry, then the rest, as `decideAppeal` does.
 * @throws AppError `act-gone`.
 */
export async function lockActAndAppeals(tx: Queryable, actId: string): Promise<LockedAct> {
  const openAppeals = await tx
    .select({ id: appeals.id })
    .from(appeals)
    .where(and(eq(appeals.logId, actId), isNull(appeals.decidedAt)))
    .for('update');
  return { log: await lockAct(tx, actId), openAppeals };
}

/** Writes that an act was taken back, and decides its appeal. @throws AppError `act-undone`. */
export async function recordUndo(
  tx: Queryable,
  { log, openAppeals, act }: LockedAct & { act: (typeof undoingActions)[number] },
  by: ModeratorAct,
): Promise<void> {
  const details = { act: log.act };
  const undoneBy = await appendToModerationLog(tx, { ...by, act, targetId: log.targetId, details });
  await markActUndone(tx, { actId: log.id, undoneBy });
  const decision = { decidedBy: by.moderatorId, decidedAt: by.at, answer: by.reason };
  for (const { id } of openAppeals) {
    await tx
      .update(appeals)
      .set({ ...decision, outcome: 'reversed' })
      .where(eq(appeals.id, id));
  }
}

/** Tells open pages that an act was reversed, after the commit. */
export function publishReversal(
  { events, notifier }: Pick<Ctx, 'events' | 'notifier'>,
  { act, targetId }: Pick<LogEntry, 'act' | 'targetId'>,
): void {
  notifier.deliverSoon();
  if (act === 'suspend')
    events.publish({ type: 'status-changed', userId: targetId, online: false });
  // Cached pages must show again what was hidden.
  if (act.startsWith('hide-')) events.publish({ type: 'content-removed' });
}

async function readRole(tx: Queryable, userId: string) {
  const [account] = await tx.select({ role: users.role }).from(users).where(eq(users.id, userId));
  if (!account) throw new AppError('act-gone');
  return account.role;
}
