import { and, eq, inArray } from 'drizzle-orm';
import { users } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { findAccount } from './find-account.ts';
import { requireModerator, rolesBelow } from './require-moderator.ts';
import { writeToLog } from './write-to-log.ts';

/**
 * Ends the suspension of an account of a lesser role. What was withdrawn stays withdrawn.
 * @throws Refusal `login-required`, `moderators-only`, `user-not-found`, `moderate-self`, `not-above`,
 * `not-suspended`.
 */
export async function restoreAccount(
  ctx: Ctx,
  { username, reason }: { username: string; reason: string },
): Promise<void> {
  const actor = requireModerator(ctx);
  const now = ctx.clock.now();
  const target = await findAccount(ctx.db, username, now);
  if (target.id === actor.id) throw new Refusal('moderate-self');
  const below = rolesBelow(actor.role);
  if (!below.includes(target.role)) throw new Refusal('not-above');
  await ctx.db.transaction(async (tx) => {
    const restored = await tx
      .update(users)
      .set({ banned: false, banReason: null, banExpires: null, updatedAt: now })
      .where(and(eq(users.id, target.id), inArray(users.role, below), isSuspended(now)))
      .returning({ id: users.id });
    if (restored.length === 0) throw new Refusal('not-suspended');
    await writeToLog(tx, {
      moderatorId: actor.id,
      act: 'restore',
      targetId: target.id,
      reason,
      at: now,
    });
  });
  ctx.events.publish({ type: 'status-changed', userId: target.id, online: false });
}
