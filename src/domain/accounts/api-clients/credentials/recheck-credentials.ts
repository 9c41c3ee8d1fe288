import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { apiKeys } from '#database/schema.ts';
import { requireNoSecondFactor } from '#domain/accounts/factors/second-factor.ts';
import { requireSamePassword } from '#domain/accounts/sessions/start-session.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isUsableKey } from '../api-keys/usable-key.ts';
import type { VerifiedAccount } from './verified-account.ts';

/**
 * Checks again that the credentials of an account are still valid. Call it after locking its row.
 * @throws AppError `wrong-credentials` when the password was changed in the meantime, or the API key was
 * disabled or deleted or has ended; `factor-required` when the password alone is not enough.
 */
export async function recheckCredentials(
  tx: Queryable,
  authenticated: VerifiedAccount,
  now: Date,
): Promise<void> {
  const { accountId, apiKeyId, passwordHash } = authenticated;
  if (passwordHash !== undefined) {
    await requireSamePassword(tx, accountId, passwordHash);
    await requireNoSecondFactor(tx, accountId);
  }
  if (apiKeyId !== null) await lockApiKey(tx, apiKeyId, now);
}

/**
 * Locks an API key while a session begins with it. A request that disables the key waits, and then ends
 * that session too.
 */
async function lockApiKey(tx: Queryable, id: string, now: Date): Promise<void> {
  const locked = await tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), isUsableKey(now)))
    .for('share');
  if (locked.length === 0) throw new AppError('wrong-credentials', { text: 'invalid API key' });
}
