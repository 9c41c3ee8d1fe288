import { Hono } from 'hono';
import { endApiSession } from '#domain/accounts/api-clients/end-api-session.ts';
import { getApiUserProfile } from '#domain/accounts/api-clients/get-api-user-profile.ts';
import { readApiCaller } from '#domain/accounts/api-clients/read-api-caller.ts';
import { deleteAccount } from '#domain/lifecycle/delete-account.ts';
import {
  bearerOf,
  callerByAccess,
  callerByRefresh,
  type Env,
  type RealmOptions,
  type Routes,
} from './realm-context.ts';
import { WireFault } from './responses.ts';

/** An app user's sessions, its profile and its end. */
export function sessionRoutes(door: RealmOptions): Routes {
  const routes = new Hono<Env>();

  routes.post('/session', async (c) => {
    const caller = await callerByRefresh(door, c, door.ctxOf(c));
    return c.json({ access_token: door.tokens.issueAccess(caller) }, 201);
  });

  routes.delete('/session', async (c) => {
    const ctx = door.ctxOf(c);
    const session = door.tokens.readRefresh(bearerOf(c));
    const caller = session && (await readApiCaller(ctx, session));
    // By these words a client knows that there is nothing left to log out.
    if (!caller) throw new WireFault(401, 'InvalidSession', 'failed to find refresh token');
    await endApiSession(ctx, caller);
    return c.body(null, 204);
  });

  routes.get('/profile', async (c) => {
    const ctx = door.ctxOf(c);
    const caller = await callerByAccess(door, c, ctx);
    const { identities, account } = await getApiUserProfile(ctx, caller);
    return c.json({
      user_id: caller.appUserId,
      type: 'normal',
      identities: identities.map(({ id, provider }) => ({ id, provider_type: provider })),
      data: account ? { name: account.username, email: account.email } : {},
    });
  });

  routes.delete('/delete', async (c) => {
    const ctx = door.ctxOf(c);
    const caller = await callerByAccess(door, c, ctx);
    if (caller.accountId === null) await endApiSession(ctx, caller);
    else await deleteAccount(ctx, caller);
    return c.body(null, 204);
  });

  return routes;
}
