import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import { requestEmail } from '../emails/request-email.ts';

/** Whether the account's email address is not confirmed yet; false for a guest, who has none. */
export async function isEmailUnconfirmed({ db }: Pick<Ctx, 'db'>, actor: Actor): Promise<boolean> {
  if (actor.role === 'guest') return false;
  const [user] = await db
    .select({ confirmed: users.emailVerified })
    .from(users)
    .where(eq(users.id, actor.id));
  return user?.confirmed === false;
}

/**
 * Mails the actor a new link that confirms its email address. Does nothing if it is confirmed.
 * @throws AppError `login-required`, `guest-not-allowed`, `rate-limited` per account.
 */
export async function requestConfirmationEmail(ctx: Ctx): Promise<void> {
  const actor = requirePlayer(ctx);
  await ctx.rateLimiter.take('reset-by-account', actor.id);
  const [user] = await ctx.db
    .select({ email: users.email, confirmed: users.emailVerified })
    .from(users)
    .where(eq(users.id, actor.id));
  if (user && !user.confirmed) await requestEmail(ctx, 'confirm', user.email);
}
