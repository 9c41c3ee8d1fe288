import { asc, eq } from 'drizzle-orm';
import { apiKeys } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ApiCaller } from './api-caller.ts';

/** What an account's owner sees of a key. The key itself is seen once, when it is made. */
const columns = { id: apiKeys.id, name: apiKeys.name, disabled: apiKeys.disabled };

/** The account whose keys the caller has: the session's own, never one that `loginUser` bound to it. */
export function requireAccount({ accountId }: ApiCaller): string {
  if (accountId === null) throw new AppError('app-account-needed');
  return accountId;
}

/**
 * The account that the caller may dispose of: its keys and its end are for who has its password. Whoever
 * got hold of a key could outlive its end otherwise.
 * @throws Refusal `app-account-needed`, `api-key-session`.
 */
export function requireOwner(caller: ApiCaller): string {
  const accountId = requireAccount(caller);
  if (caller.apiKeyId !== null) throw new AppError('api-key-session');
  return accountId;
}

/** The keys of the caller's account, oldest first. @throws Refusal `app-account-needed`. */
export async function listApiKeys({ db }: Pick<Ctx, 'db'>, caller: ApiCaller) {
  return db
    .select(columns)
    .from(apiKeys)
    .where(eq(apiKeys.accountId, requireAccount(caller)))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
}

/** One of them. @throws Refusal `app-account-needed`, `api-key-gone`. */
export async function getApiKey(parts: Pick<Ctx, 'db'>, caller: ApiCaller, id: string) {
  const key = (await listApiKeys(parts, caller)).find((one) => one.id === id);
  if (!key) throw new AppError('api-key-gone');
  return key;
}
