import { eq } from 'drizzle-orm';
import { apiKeys } from '#db/schema.ts';
import type { ApiKeyInput } from '#shared/inputs/accounts.ts';
import { appSession as limits } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../../context.ts';
import { createToken, hashToken } from '../secret-token.ts';
import type { AppCaller } from './app-caller.ts';
import { createAppId } from './app-login.ts';
import { holdOwnAccount } from './hold-own-account.ts';

/**
 * Makes a key by which programs log in as the caller's account, and answers it: nobody sees it again.
 * @throws Refusal `app-account-needed`, `api-key-session`, `app-session-ended`, `api-key-limit`.
 */
export async function createApiKey(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  caller: AppCaller,
  { name }: ApiKeyInput,
): Promise<{ id: string; key: string; name: string; disabled: boolean }> {
  const [id, key] = [createAppId(), createToken()];
  await db.transaction(async (tx) => {
    // Of those who make one together each counts the others'.
    const accountId = await holdOwnAccount(tx, caller);
    const own = await tx
      .select({ id: apiKeys.id })
      .from(apiKeys)
      .where(eq(apiKeys.accountId, accountId));
    if (own.length >= limits.apiKeysPerAccount) throw new Refusal('api-key-limit');
    const createdAt = clock.now();
    await tx.insert(apiKeys).values({ id, hash: hashToken(key), accountId, name, createdAt });
  });
  return { id, key, name, disabled: false };
}
