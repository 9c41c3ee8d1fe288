import { asc, eq } from 'drizzle-orm';
import { apiKeys } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ApiCaller } from '../sessions/api-caller.ts';

/** What the account's owner sees of a key. The key itself is shown only once, when it is created. */
const columns = { id: apiKeys.id, name: apiKeys.name, disabled: apiKeys.disabled };

/**
 * The id of the session's own account, never of an account that `loginUser` bound to it.
 * @throws AppError `app-account-needed`.
 */
export function requireLinkedAccount({ accountId }: ApiCaller): string {
  if (accountId === null) throw new AppError('app-account-needed');
  return accountId;
}

/**
 * The id of the session's own account, if the session began with a password. Only such a session can
 * change API keys or delete the account; otherwise a stolen key could be used to create further keys.
 * @throws AppError `app-account-needed`, `api-key-session`.
 */
export function requirePasswordSession(caller: ApiCaller): string {
  const accountId = requireLinkedAccount(caller);
  if (caller.apiKeyId !== null) throw new AppError('api-key-session');
  return accountId;
}

/** The API keys of the caller's account, oldest first. @throws AppError `app-account-needed`. */
export async function listApiKeys({ db }: Pick<Ctx, 'db'>, caller: ApiCaller) {
  return db
    .select(columns)
    .from(apiKeys)
    .where(eq(apiKeys.accountId, requireLinkedAccount(caller)))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
}

/** One API key of the caller's account. @throws AppError `app-account-needed`, `api-key-gone`. */
export async function getApiKey(ctx: Pick<Ctx, 'db'>, caller: ApiCaller, id: string) {
  const key = (await listApiKeys(ctx, caller)).find((listed) => listed.id === id);
  if (!key) throw new AppError('api-key-gone');
  return key;
}
