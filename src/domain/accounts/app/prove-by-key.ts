import { and, eq } from 'drizzle-orm';
import { apiKeys } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../../context.ts';
import { hashToken } from '../secret-token.ts';
import type { Proven } from './app-login.ts';

/**
 * The account that an API key stands for.
 * @throws Refusal `wrong-credentials` alike for an unknown and a disabled one, `rate-limited` per address.
 */
export async function proveByKey(
  { db, limits, request }: Pick<Ctx, 'db' | 'limits' | 'request'>,
  { key }: { key: string },
): Promise<Proven> {
  await limits.take('login-by-address', request.address);
  const [found] = await db
    .select({ id: apiKeys.id, accountId: apiKeys.accountId })
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hashToken(key)), eq(apiKeys.disabled, false)));
  if (!found) throw new Refusal('wrong-credentials', { text: 'invalid API key' });
  await limits.giveBack('login-by-address', request.address);
  return { accountId: found.accountId, apiKeyId: found.id };
}
