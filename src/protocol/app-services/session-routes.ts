import { Hono } from 'hono';
import { endAppSession } from '#domain/accounts/app/end-app-session.ts';
import { getAppProfile } from '#domain/accounts/app/get-app-profile.ts';
import { readAppCaller } from '#domain/accounts/app/read-app-caller.ts';
import { deleteAccount } from '#domain/moderation/delete-account.ts';
import { WireFault } from './answers.ts';
import {
  bearerOf,
  callerByAccess,
  callerByRefresh,
  type Door,
  type Env,
  type Routes,
} from './door.ts';

/** An app user's sessions, its profile and its end. */
export function sessionRoutes(door: Door): Routes {
  const routes = new Hono<Env>();

  routes.post('/session', async (c) => {
    const caller = await callerByRefresh(door, c, door.ctxOf(c));
    return c.json({ access_token: door.tokens.issueAccess(caller) }, 201);
  });

  routes.delete('/session', async (c) => {
    const ctx = door.ctxOf(c);
    const session = door.tokens.readRefresh(bearerOf(c));
    const caller = session && (await readAppCaller(ctx, session));
    // By these words a client knows that there is nothing left to log out.
    if (!caller) throw new WireFault(401, 'InvalidSession', 'failed to find refresh token');
    await endAppSession(ctx, caller);
    return c.body(null, 204);
  });

  routes.get('/profile', async (c) => {
    const ctx = door.ctxOf(c);
    const caller = await callerByAccess(door, c, ctx);
    const { identities, account } = await getAppProfile(ctx, caller);
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
    if (caller.accountId === null) await endAppSession(ctx, caller);
    else await deleteAccount(ctx, caller);
    return c.body(null, 204);
  });

  return routes;
}
