import { and, asc, eq } from 'drizzle-orm';
import { apiKeys, appUsers, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import type { ApiCaller } from './api-caller.ts';

interface Identity {
  id: string;
  provider: 'anon-user' | 'local-userpass' | 'api-key';
}

export interface ApiUserProfile {
  /** Ways by which the app user can log in. */
  identities: Identity[];
  /** Null while it has no account. Its owner asks: nobody else is told the address. */
  account: { username: string; email: string } | null;
}

/** What the caller's app user is told of itself. */
export async function getApiUserProfile(
  { db }: Pick<Ctx, 'db'>,
  { appUserId, accountId }: ApiCaller,
): Promise<ApiUserProfile> {
  const anonymous: Identity = { id: appUserId, provider: 'anon-user' };
  if (accountId === null) return { identities: [anonymous], account: null };
  const [account] = await db
    .select({ username: users.displayUsername, email: users.email })
    .from(users)
    .where(eq(users.id, accountId));
  const [appUser] = await db
    .select({ anonymous: appUsers.anonymous })
    .from(appUsers)
    .where(eq(appUsers.id, appUserId));
  const keys = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), eq(apiKeys.disabled, false)))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
  const password: Identity = { id: accountId, provider: 'local-userpass' };
  const byKey = keys.map(({ id }): Identity => ({ id, provider: 'api-key' }));
  const first = appUser?.anonymous ? [anonymous] : [];
  return { identities: [...first, password, ...byKey], account: account ?? null };
}
