import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { apiKeys } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireSamePassword } from '../sessions/start-session.ts';
import type { AuthenticatedAccount } from './authenticated-account.ts';

/**
 * Looks again whether what an account was proved by still holds, once its row is held.
 * @throws Refusal `wrong-credentials` when the password was set anew in the meantime, or the key disabled
 * or deleted.
 */
export async function recheckCredentials(
  tx: Queryable,
  proven: AuthenticatedAccount,
): Promise<void> {
  const { accountId, apiKeyId, passwordHash } = proven;
  if (passwordHash !== undefined) await requireSamePassword(tx, accountId, passwordHash);
  if (apiKeyId !== null) await holdKey(tx, apiKeyId);
}

/** Holds a key while a session begins with it, so that whoever disables it waits and ends that one, too. */
async function holdKey(tx: Queryable, id: string): Promise<void> {
  const held = await tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.disabled, false)))
    .for('share');
  if (held.length === 0) throw new AppError('wrong-credentials', { text: 'invalid API key' });
}
