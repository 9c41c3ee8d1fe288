import { and, asc, eq } from 'drizzle-orm';
import { apiKeys, apiUsers, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import type { ApiCaller } from '../sessions/api-caller.ts';

interface Identity {
  id: string;
  provider: 'anon-user' | 'local-userpass' | 'api-key';
}

export interface ApiUserProfile {
  /** The ways in which the API user can log in. */
  identities: Identity[];
  /** Null while the API user has no account. Only the owner of the account gets this profile. */
  account: { username: string; email: string } | null;
}

/** The profile of the caller's API user, for the caller only. */
export async function getApiUserProfile(
  { db }: Pick<Ctx, 'db'>,
  { apiUserId, accountId }: ApiCaller,
): Promise<ApiUserProfile> {
  const anonymous: Identity = { id: apiUserId, provider: 'anon-user' };
  if (accountId === null) return { identities: [anonymous], account: null };
  const [account] = await db
    .select({ username: users.displayUsername, email: users.email })
    .from(users)
    .where(eq(users.id, accountId));
  const [appUser] = await db
    .select({ anonymous: apiUsers.anonymous })
    .from(apiUsers)
    .where(eq(apiUsers.id, apiUserId));
  const keys = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), eq(apiKeys.disabled, false)))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
  const password: Identity = { id: accountId, provider: 'local-userpass' };
  const keyIdentities = keys.map(({ id }): Identity => ({ id, provider: 'api-key' }));
  const first = appUser?.anonymous ? [anonymous] : [];
  return { identities: [...first, password, ...keyIdentities], account: account ?? null };
}
