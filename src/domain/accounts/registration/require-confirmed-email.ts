import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';

/**
 * Checks that an account has confirmed its email address, where mails can be sent, before it gets another way to
 * log in. Anybody can register with the address of somebody else. Its owner takes the account over with a new
 * password by mail, which ends sessions and programs, but no passkey, app or identity: a stranger must not have
 * added one. Call it in a transaction that has locked the account.
 * @throws AppError `unconfirmed-email`.
 */
export async function requireConfirmedEmail(
  tx: Queryable,
  { accounts }: Pick<Ctx, 'accounts'>,
  userId: string,
): Promise<void> {
  if (!accounts.mailer.canDeliver) return;
  const [account] = await tx
    .select({ isConfirmed: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId));
  if (!account?.isConfirmed) throw new AppError('unconfirmed-email');
}
