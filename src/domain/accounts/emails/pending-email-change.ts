import { and, eq, gt } from 'drizzle-orm';
import { emailChanges, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { requireActor, requirePlayer } from '../../permissions/require-actor.ts';

/**
 * The actor's email address, and the new one that waits for the link in its mail.
 * @throws AppError `login-required`, `guest-not-allowed`.
 */
export async function getOwnEmail(ctx: Ctx) {
  const actor = requirePlayer(ctx);
  const isPending = and(
    eq(emailChanges.userId, users.id),
    gt(emailChanges.expiresAt, ctx.clock.now()),
  );
  const [account] = await ctx.db
    .select({
      email: users.email,
      isConfirmed: users.emailVerified,
      pendingEmail: emailChanges.email,
    })
    .from(users)
    .leftJoin(emailChanges, isPending)
    .where(eq(users.id, actor.id));
  if (!account) throw new Error('The account of the actor is missing.');
  return account;
}

/** Cancels the requested change of the actor's email address, if any. @throws AppError `login-required`. */
export async function cancelEmailChange(ctx: Ctx): Promise<void> {
  const actor = requireActor(ctx);
  await ctx.db.delete(emailChanges).where(eq(emailChanges.userId, actor.id));
}
