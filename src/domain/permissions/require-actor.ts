import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';

/** Returns the actor. @throws AppError `login-required` for a visitor. */
export function requireActor(ctx: Pick<Ctx, 'actor'>): Actor {
  if (!ctx.actor) throw new AppError('login-required');
  return ctx.actor;
}

/**
 * Returns the actor if it is a registered account.
 * @throws AppError `login-required` for a visitor, `guest-not-allowed` for a guest.
 */
export function requirePlayer(ctx: Ctx): Actor {
  const actor = requireActor(ctx);
  if (actor.role === 'guest') throw new AppError('guest-not-allowed');
  return actor;
}

/** Whether the actor can add money: the same accounts that `requirePlayer` accepts. */
export function canTopUp(actor: Actor | null): boolean {
  return actor !== null && actor.role !== 'guest';
}

/**
 * Checks again that a guest was not retired since its request began. A retired guest would gain money or
 * cards that nobody can use. Call it after the transaction has locked or written a row with a foreign key to the
 * account: then either the retirement waits for this transaction, or it has committed and is seen here.
 * @throws AppError `login-required` when the guest was retired.
 */
export async function requireNotRetired(tx: Queryable, { id, role }: Actor): Promise<void> {
  if (role !== 'guest') return;
  const [account] = await tx
    .select({ role: users.role, lastSeenAt: users.lastSeenAt })
    .from(users)
    .where(eq(users.id, id));
  if (account?.role === 'guest' && !account.lastSeenAt) throw new AppError('login-required');
}
