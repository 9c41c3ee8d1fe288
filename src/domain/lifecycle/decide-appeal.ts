import { and, eq, inArray, not, notInArray, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { appeals, moderationLog, mutes, users } from '#database/schema.ts';
import type { AppealOutcome } from '#shared/constants/reports.ts';
import { type Role, roles } from '#shared/constants/roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import type { Actor } from '../context-parts.ts';
import { appendToModerationLog } from '../moderation/append-to-moderation-log.ts';
import { moveLogged } from '../moderation/change-balance-as-admin.ts';
import { listLowerRoles, requireModerator } from '../moderation/require-moderator.ts';
import { addSiteNotifications } from '../notifications/add-notification.ts';
import { lockWallets } from '../wallet/lock-wallets.ts';

interface AppealDecision {
  appealId: string;
  outcome: AppealOutcome;
  /** What the player reads. */
  answer: string;
}

/**
 * Decides an appeal of an account with a lower role. The moderator whose act it is against decides only if no
 * other can. A reversed mute or suspension ends, and taken money is given back; deleted texts do not come back.
 * @throws AppError `login-required`, `moderators-only`, `appeal-gone` (also for an own one),
 * `appeal-decided`, `not-above`, `appeal-own-act`, `balance-limit`.
 */
export async function decideAppeal(
  ctx: Ctx,
  { appealId, outcome, answer }: AppealDecision,
): Promise<void> {
  const actor = requireModerator(ctx);
  const now = ctx.clock.now();
  const { userId, isRestored } = await ctx.db.transaction(async (tx) => {
    const found = await lockAppeal(tx, { appealId, actor, now });
    const { userId, log } = found;
    const isRestored =
      outcome === 'reversed' && (await reverse(tx, { userId, log, now, actor, answer }));
    await tx
      .update(appeals)
      .set({ decidedBy: actor.id, decidedAt: now, outcome, answer })
      .where(eq(appeals.id, appealId));
    await appendToModerationLog(tx, {
      moderatorId: actor.id,
      act: 'decide-appeal',
      targetId: userId,
      reason: answer,
      details: { outcome, act: log.act },
      at: now,
    });
    await addSiteNotifications(tx, [userId], {
      kind: 'moderation',
      thing: appealId,
      thingName: 'Your appeal was decided.',
      at: now,
    });
    return { userId, isRestored };
  });
  ctx.notifier.deliverSoon();
  if (isRestored) ctx.events.publish({ type: 'status-changed', userId, online: false });
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
  const [[log], [player]] = await Promise.all([
    tx.select().from(moderationLog).where(eq(moderationLog.id, found.logId)),
    tx.select({ role: users.role }).from(users).where(eq(users.id, found.userId)),
  ]);
  if (!log || !player) throw new AppError('appeal-gone');
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

type LogEntry = typeof moderationLog.$inferSelect;

interface Reversal {
  userId: string;
  log: LogEntry;
  now: Date;
  actor: Actor;
  answer: string;
}

/**
 * Ends the mute or suspension of a log entry, unless a later one replaced it, or returns taken money. Returns whether
 * it ended a suspension.
 */
async function reverse(
  tx: Queryable,
  { userId, log, now, actor, answer }: Reversal,
): Promise<boolean> {
  if (log.act === 'take-money') await returnMoney(tx, { userId, log, now, actor, answer });
  if (log.act === 'mute') await tx.delete(mutes).where(eq(mutes.logId, log.id));
  if (log.act !== 'suspend') return false;
  const until = typeof log.details.until === 'string' ? log.details.until : null;
  const restored = await tx
    .update(users)
    .set({ banned: false, banReason: null, banExpires: null, updatedAt: now })
    .where(
      and(
        eq(users.id, userId),
        isSuspended(now),
        eq(users.banReason, log.reason),
        sql`${users.banExpires} is not distinct from ${until}::timestamptz`,
      ),
    )
    .returning({ id: users.id });
  return restored.length > 0;
}

/** Gives money back that an admin took, as a grant with the answer as its reason. */
async function returnMoney(
  tx: Queryable,
  { userId, log, now, actor, answer }: Reversal,
): Promise<void> {
  await lockWallets(tx, [userId]);
  await moveLogged(tx, {
    act: 'give-money',
    amount: Number(log.details.amount),
    targetId: userId,
    moderatorId: actor.id,
    reason: answer,
    at: now,
  });
}
