import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { apiKeys } from '#database/schema.ts';
import { createToken, hashToken } from '#domain/accounts/sessions/secret-token.ts';
import type { Ctx } from '#domain/context.ts';
import {
  type ApiKeyScope,
  defaultApiKeyScopes,
} from '#shared/constants/accounts/api-key-scopes.ts';
import { apiSessionConstants } from '#shared/constants/accounts/api-sessions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ApiKeyInput } from '#shared/schemas/accounts/accounts.ts';
import { createApiUserId } from '../credentials/verified-account.ts';
import type { ApiCaller } from '../sessions/api-caller.ts';
import { lockCallerAccount } from '../sessions/lock-caller-account.ts';
import { logNewKey } from './log-api-keys.ts';

/**
 * Creates a key by which programs log in as the caller's account. It can read and write and has no end, as the clients
 * of this API expect; its owner can narrow it on a page. Returns the key, which is stored as a
 * hash and cannot be shown again.
 * @throws AppError `app-account-needed`, `api-key-session`, `app-session-ended`, `fresh-login-required`,
 * `api-key-limit`.
 */
export async function createApiKey(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  caller: ApiCaller,
  input: ApiKeyInput,
): Promise<CreatedApiKey> {
  const lockOwner: LockKeyOwner = (tx) => lockCallerAccount(ctx, tx, caller, { isProven: true });
  const rights = { scopes: defaultApiKeyScopes, endsAt: null };
  return insertApiKey(ctx, { ...input, ...rights, id: createApiUserId() }, lockOwner);
}

interface CreatedApiKey {
  id: string;
  key: string;
  name: string;
  disabled: boolean;
}

interface KeyRights {
  scopes: readonly ApiKeyScope[];
  /** Null: it has no end. */
  endsAt: Date | null;
}

/** Locks the account that owns API keys and checks that the request may change them. Returns its id. */
export type LockKeyOwner = (tx: Queryable) => Promise<string>;

/**
 * Creates an API key of the account that `lockOwner` locks, or replaces the account's key with this id.
 * @throws AppError `api-key-limit`.
 */
export async function insertApiKey(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { id, name, scopes, endsAt }: ApiKeyInput & KeyRights & { id: string },
  lockOwner: LockKeyOwner,
): Promise<CreatedApiKey> {
  const key = createToken();
  const hash = hashToken(key);
  await db.transaction(async (tx) => {
    // The lock makes requests at the same time count each other's keys.
    const accountId = await lockOwner(tx);
    const own = await tx
      .select({ id: apiKeys.id })
      .from(apiKeys)
      .where(eq(apiKeys.accountId, accountId));
    const others = own.filter((one) => one.id !== id);
    if (others.length >= apiSessionConstants.apiKeysPerAccount) throw new AppError('api-key-limit');
    const createdAt = clock.now();
    const values = { hash, name, createdAt, scopes: [...scopes], endsAt };
    await tx
      .insert(apiKeys)
      .values({ id, accountId, ...values })
      .onConflictDoUpdate({
        target: apiKeys.id,
        set: { ...values, disabled: false, lastUsedAt: null },
        setWhere: eq(apiKeys.accountId, accountId),
      });
    await logNewKey(tx, { id, accountId, name, scopes, at: createdAt });
  });
  return { id, key, name, disabled: false };
}
