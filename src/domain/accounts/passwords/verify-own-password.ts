import { and, eq, isNotNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { accounts, users } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { toUsernameKey } from '../username-condition.ts';
import { verifyPassword } from './verify-password.ts';

/**
 * Checks the actor's own password and returns the hash that it was compared with. Attempts count as those
 * of a login do. `field` is the name of the input.
 * @throws AppError `wrong-password`, also for an account without a password; `rate-limited`.
 */
export async function verifyOwnPassword(
  ctx: Ctx,
  actor: Actor,
  password: string,
  field = 'password',
): Promise<string> {
  const name = toUsernameKey(actor.username);
  try {
    return (await verifyPassword(ctx, { condition: eq(users.id, actor.id), name, password })).hash;
  } catch (error) {
    if (!isAppError(error) || error.code !== 'wrong-credentials') throw error;
    const { message } = new AppError('wrong-password');
    throw new AppError('wrong-password', { fields: { [field]: message } });
  }
}

/** Whether the account has a password. */
export async function hasPassword({ db }: { db: Queryable }, userId: string): Promise<boolean> {
  const own = and(
    eq(accounts.userId, userId),
    eq(accounts.providerId, 'credential'),
    isNotNull(accounts.password),
  );
  const passwords = await db.select({ id: accounts.id }).from(accounts).where(own).limit(1);
  return passwords.length > 0;
}
