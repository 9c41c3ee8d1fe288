import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Actor } from '../base-context.ts';
import type { Ctx } from '../context.ts';

/** The account that acts. @throws Refusal `login-required` for a visitor. */
export function requireActor(ctx: Ctx): Actor {
  if (!ctx.actor) throw new AppError('login-required');
  return ctx.actor;
}

/**
 * The registered account that acts.
 * @throws Refusal `login-required` for a visitor, `guest-not-allowed` for a guest.
 */
export function requirePlayer(ctx: Ctx): Actor {
  const actor = requireActor(ctx);
  if (actor.role === 'guest') throw new AppError('guest-not-allowed');
  return actor;
}

/** Whether who asks may add money: whom `requirePlayer` lets through. */
export function canTopUp(actor: Actor | null): boolean {
  return actor !== null && actor.role !== 'guest';
}

/**
 * Looks again, for a guest, whether the account is still there: it may have been retired while its
 * request was under way, and what it gained then would be nobody's. To be asked once the transaction
 * holds a row that refers to the account, which a retirement waits for or was waited for by.
 * @throws Refusal `login-required`.
 */
export async function requireUnretired(tx: Queryable, { id, role }: Actor): Promise<void> {
  if (role !== 'guest') return;
  const [account] = await tx
    .select({ role: users.role, lastSeenAt: users.lastSeenAt })
    .from(users)
    .where(eq(users.id, id));
  if (account?.role === 'guest' && !account.lastSeenAt) throw new AppError('login-required');
}
