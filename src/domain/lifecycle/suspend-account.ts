import { and, eq, inArray, isNull, not, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { playSessions, sessions, users } from '#database/schema.ts';
import { presenceConstants } from '#shared/constants/accounts.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { endAccountApiSessions } from '../accounts/api-clients/end-account-api-sessions.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Actor } from '../base-context.ts';
import type { Ctx } from '../context.ts';
import { deleteListing } from '../market/withdraw-listings.ts';
import { appendToModerationLog } from '../moderation/append-to-log.ts';
import { findModeratedAccount } from '../moderation/find-moderated-account.ts';
import { requireModerator, rolesBelow } from '../moderation/require-moderator.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Suspends an account of a lesser role for some days, 0 for without end: its sessions and its play end,
 * its listings are withdrawn and their cards return to it. Answers how many listings there were.
 *
 * The account's row is taken first, then its listings, as whoever sells or takes back does; no wallet is
 * needed. A buyer holds one listing and waits for rows that are deleted or renamed only. What begins at this moment with a session of the
 * account waits for the row and finds it suspended.
 * @throws Refusal `login-required`, `moderators-only`, `user-not-found`, `moderate-self`, `not-above`,
 * `already-suspended`.
 */
export async function suspendAccount(
  ctx: Ctx,
  { username, reason, days }: { username: string; reason: string; days: number },
): Promise<{ listings: number }> {
  const actor = requireModerator(ctx);
  const now = ctx.clock.now();
  const target = await findModeratedAccount(ctx.db, username, now);
  if (target.id === actor.id) throw new AppError('moderate-self');
  const until = days === 0 ? null : new Date(now.getTime() + days * dayMs);
  await ctx.presence.forget(target.id);

  const listings = await ctx.db.transaction(async (tx) => {
    await close(tx, { actor, targetId: target.id, reason, until, now });
    await tx.delete(sessions).where(eq(sessions.userId, target.id));
    await endAccountApiSessions(tx, target.id);
    await tx
      .update(playSessions)
      .set({ endedAt: now })
      .where(and(eq(playSessions.userId, target.id), isNull(playSessions.endedAt)));
    const withdrawn = await deleteListing(tx, target.id);
    await appendToModerationLog(tx, {
      moderatorId: actor.id,
      act: 'suspend',
      targetId: target.id,
      reason,
      details: { days, until: until?.toISOString() ?? null, listings: withdrawn },
      at: now,
    });
    return withdrawn;
  });
  ctx.events.publish({ type: 'account-ended', userId: target.id, except: null });
  // Who has a chat with it open sees that nothing more can be said.
  ctx.events.publish({ type: 'status-changed', userId: target.id, online: false });
  return { listings };
}

interface Closing {
  actor: Actor;
  targetId: string;
  reason: string;
  until: Date | null;
  now: Date;
}

/** Of two who suspend one account, and of a suspension and a promotion, the later finds it otherwise. */
async function close(tx: Queryable, { actor, targetId, reason, until, now }: Closing) {
  const offline = new Date(now.getTime() - presenceConstants.onlineMs).toISOString();
  const closed = await tx
    .update(users)
    .set({
      banned: true,
      banReason: reason,
      banExpires: until,
      // Offline at once, as with a logout. Who was never seen stays so: a retired guest is known by it.
      lastSeenAt: sql`case when ${users.lastSeenAt} is not null
        then least(${users.lastSeenAt}, ${offline}::timestamptz) end`,
      updatedAt: now,
    })
    .where(
      and(
        eq(users.id, targetId),
        inArray(users.role, rolesBelow(actor.role)),
        not(isSuspended(now)),
      ),
    )
    .returning({ id: users.id });
  if (closed.length > 0) return;
  const [target] = await tx.select({ role: users.role }).from(users).where(eq(users.id, targetId));
  const below = target !== undefined && rolesBelow(actor.role).includes(target.role);
  throw new AppError(below ? 'already-suspended' : 'not-above');
}
