import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import type { Actor } from '#domain/base-context.ts';
import type { Ctx } from '#domain/context.ts';
import { requestMail } from '../emails/request-email.ts';
import { requirePlayer } from '../require-actor.ts';

/** Whether the account's address is still to be confirmed. A guest has none. */
export async function isConfirmationDue({ db }: Pick<Ctx, 'db'>, actor: Actor): Promise<boolean> {
  if (actor.role === 'guest') return false;
  const [user] = await db
    .select({ confirmed: users.emailVerified })
    .from(users)
    .where(eq(users.id, actor.id));
  return user?.confirmed === false;
}

/**
 * Mails the actor a new link that confirms its address; nothing happens when it is confirmed.
 * @throws Refusal `login-required`, `guest-not-allowed`, `rate-limited` per account.
 */
export async function requestConfirmation(ctx: Ctx): Promise<void> {
  const actor = requirePlayer(ctx);
  await ctx.rateLimiter.take('reset-by-account', actor.id);
  const [user] = await ctx.db
    .select({ email: users.email, confirmed: users.emailVerified })
    .from(users)
    .where(eq(users.id, actor.id));
  if (user && !user.confirmed) await requestMail(ctx, 'confirm', user.email);
}
