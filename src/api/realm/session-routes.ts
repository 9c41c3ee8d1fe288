import { Hono } from 'hono';
import { deleteAccountOfApiCaller } from '#domain/account-deletion/delete-account-of-api-caller.ts';
import { getApiUserProfile } from '#domain/accounts/api-clients/api-users/get-api-user-profile.ts';
import { endApiSession } from '#domain/accounts/api-clients/sessions/end-api-session.ts';
import { readApiCaller } from '#domain/accounts/api-clients/sessions/read-api-caller.ts';
import { ApiError } from '../lib/api-error.ts';
import {
  type RealmEnv,
  type RealmOptions,
  type RealmRoutes,
  readBearerToken,
  requireCallerByAccessToken,
  requireCallerByRefreshToken,
} from './realm-context.ts';

/** Routes for the sessions, the profile and the deletion of an API user. */
export function createSessionRoutes(options: RealmOptions): RealmRoutes {
  const routes = new Hono<RealmEnv>();

  routes.post('/session', async (c) => {
    const caller = await requireCallerByRefreshToken(options, c, options.createCtx(c));
    return c.json({ access_token: await options.tokens.issueAccess(caller) }, 201);
  });

  routes.delete('/session', async (c) => {
    const ctx = options.createCtx(c);
    const session = await options.tokens.readRefresh(readBearerToken(c));
    const caller = session && (await readApiCaller(ctx, session));
    // By this text clients recognize that the session has already ended.
    if (!caller) throw new ApiError(401, 'InvalidSession', 'failed to find refresh token');
    await endApiSession(ctx, caller);
    return c.body(null, 204);
  });

  routes.get('/profile', async (c) => {
    const ctx = options.createCtx(c);
    const caller = await requireCallerByAccessToken(options, c, ctx);
    const { identities, account } = await getApiUserProfile(ctx, caller);
    return c.json({
      user_id: caller.apiUserId,
      type: 'normal',
      identities: identities.map(({ id, provider }) => ({ id, provider_type: provider })),
      data: account ? { name: account.username, email: account.email } : {},
    });
  });

  routes.delete('/delete', async (c) => {
    const ctx = options.createCtx(c);
    const caller = await requireCallerByAccessToken(options, c, ctx);
    if (caller.accountId === null) await endApiSession(ctx, caller);
    else await deleteAccountOfApiCaller(ctx, caller);
    return c.body(null, 204);
  });

  return routes;
}
