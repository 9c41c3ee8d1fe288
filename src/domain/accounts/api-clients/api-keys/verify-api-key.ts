import { and, eq } from 'drizzle-orm';
import { apiKeys } from '#database/schema.ts';
import { hashToken } from '#domain/accounts/sessions/secret-token.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { VerifiedAccount } from '../credentials/verified-account.ts';
import { isUsableKey } from './usable-key.ts';

/**
 * Checks an API key and returns its account.
 * @throws AppError `wrong-credentials`, the same for an unknown, a disabled and an ended key; `rate-limited` per
 * IP address.
 */
export async function verifyApiKey(
  {
    db,
    clock,
    rateLimiter,
    request,
    accounts,
  }: Pick<Ctx, 'db' | 'clock' | 'rateLimiter' | 'request' | 'accounts'>,
  { key }: { key: string },
): Promise<VerifiedAccount> {
  await rateLimiter.take('login-by-address', request.address);
  const [found] = await db
    .select({ id: apiKeys.id, accountId: apiKeys.accountId })
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hashToken(key)), isUsableKey(clock.now())));
  if (!found) {
    const entry = { event: 'login-refused', account: null, method: 'API key' } as const;
    accounts.securityLog.record(request, entry);
    throw new AppError('wrong-credentials', { text: 'invalid API key' });
  }
  await rateLimiter.giveBack('login-by-address', request.address);
  return { accountId: found.accountId, apiKeyId: found.id };
}
