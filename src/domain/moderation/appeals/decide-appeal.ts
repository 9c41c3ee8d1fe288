import { and, eq, inArray, not, notInArray } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { appeals, users } from '#database/schema.ts';
import { type Role, roles } from '#shared/constants/accounts/roles.ts';
import { undoOf } from '#shared/constants/moderation/moderation-actions.ts';
import type { AppealOutcome } from '#shared/constants/moderation/reports.ts';
import { AppError, type AppErrorCode, isAppError } from '#shared/errors/app-error.ts';
import { isSuspended } from '../../accounts/suspension.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { lockWallets } from '../../ledger/lock-wallets.ts';
import { addSiteNotifications } from '../../notifications/add-notification.ts';
import { listLowerRoles, requireModerator } from '../../permissions/require-moderator.ts';
import { moveLogged } from '../accounts/change-balance-as-admin.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import { endEffectOfAct } from '../undoing/end-effect-of-act.ts';
import { isActUndone, type LogEntry, lockAct, markActUndone } from '../undoing/mark-act-undone.ts';
import { publishReversal } from '../undoing/undo-act.ts';

interface AppealDecision {
  appealId: string;
  outcome: AppealOutcome;
  /** What the player reads. */
  answer: string;
}

/**
 * Decides an appeal of an account with a lower role. The moderator whose act it is against decides only if no
 * other can. A reversed mute or suspension ends, what was hidden is shown again, and taken money is given back;
 * deleted texts do not come back.
 * @throws AppError `login-required`, `moderators-only`, `appeal-gone` (also for an own one),
 * `appeal-decided`, `not-above`, `appeal-own-act`, `balance-limit`.
 */
export async function decideAppeal(
  ctx: Ctx,
  { appealId, outcome, answer }: AppealDecision,
): Promise<void> {
  const actor = requireModerator(ctx);
  const now = ctx.clock.now();
  const log = await ctx.db.transaction(async (tx) => {
    const { userId, log } = await lockAppeal(tx, { appealId, actor, now });
    const isReversed = outcome === 'reversed' && !(await isActUndone(tx, log.id));
    if (isReversed) await reverse(tx, { log, now, actor, answer });
    await tx
      .update(appeals)
      .set({ decidedBy: actor.id, decidedAt: now, outcome, answer })
      .where(eq(appeals.id, appealId));
    const decidedBy = await appendToModerationLog(tx, {
      moderatorId: actor.id,
      act: 'decide-appeal',
      targetId: userId,
      reason: answer,
      details: { outcome, act: log.act },
      at: now,
    });
    if (isReversed && isReversible(log)) {
      await markActUndone(tx, { actId: log.id, undoneBy: decidedBy });
    }
    await addSiteNotifications(tx, [userId], {
      kind: 'moderation',
      thing: appealId,
      thingName: 'Your appeal was decided.',
      at: now,
    });
    return log;
  });
  ctx.notifier.deliverSoon();
  if (outcome === 'reversed') publishReversal(ctx, log);
}

/** Whether an act can be undone at all: a deletion cannot. */
function isReversible({ act }: LogEntry): boolean {
  return undoOf[act] !== undefined || act === 'take-money';
}

async function lockAppeal(
  tx: Queryable,
  { appealId, actor, now }: { appealId: string; actor: Actor; now: Date },
) {
  const [found] = await tx
    .select({ userId: appeals.userId, logId: appeals.logId, decidedAt: appeals.decidedAt })
    .from(appeals)
    .where(eq(appeals.id, appealId))
    .for('update');
  if (!found || found.userId === actor.id) throw new AppError('appeal-gone');
  if (found.decidedAt) throw new AppError('appeal-decided');
  const log = await lockAct(tx, found.logId);
  const [player] = await tx
    .select({ role: users.role })
    .from(users)
    .where(eq(users.id, found.userId));
  if (!player) throw new AppError('appeal-gone');
  if (!listLowerRoles(actor.role).includes(player.role)) throw new AppError('not-above');
  if (log.moderatorId === actor.id) {
    const without = [actor.id, found.userId];
    if (await hasOtherModerator(tx, { role: player.role, without, now })) {
      throw new AppError('appeal-own-act');
    }
  }
  return { userId: found.userId, log };
}

/** Whether another account can decide about accounts with `role`. */
async function hasOtherModerator(
  tx: Queryable,
  { role, without, now }: { role: Role; without: string[]; now: Date },
): Promise<boolean> {
  const higher = roles.filter((one) => listLowerRoles(one).includes(role));
  const others = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role, higher), notInArray(users.id, without), not(isSuspended(now))))
    .limit(1);
  return others.length > 0;
}

interface Reversal {
  log: LogEntry;
  now: Date;
  actor: Actor;
  answer: string;
}

/** What can have happened to an act since: then nothing is left to reverse. */
const overCodes: readonly AppErrorCode[] = ['act-over', 'thing-gone', 'not-hidden'];

/** Ends what the act did, or returns taken money. Nothing is done if it is over. */
async function reverse(tx: Queryable, { log, now, actor, answer }: Reversal): Promise<void> {
  if (log.act === 'take-money') return returnMoney(tx, { log, now, actor, answer });
  try {
    await endEffectOfAct(tx, log, now);
  } catch (error) {
    if (!isAppError(error) || !overCodes.includes(error.code)) throw error;
  }
}

/** Gives money back that an admin took, as a grant with the answer as its reason. */
async function returnMoney(tx: Queryable, { log, now, actor, answer }: Reversal): Promise<void> {
  await lockWallets(tx, [log.targetId]);
  await moveLogged(tx, {
    act: 'give-money',
    amount: Number(log.details.amount),
    targetId: log.targetId,
    moderatorId: actor.id,
    reason: answer,
    at: now,
  });
}
