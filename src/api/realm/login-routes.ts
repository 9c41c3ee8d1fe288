import { Hono } from 'hono';
import { z } from 'zod';
import {
  type AuthenticatedAccount,
  createApiUserId,
} from '#domain/accounts/api-clients/authenticated-account.ts';
import { linkApiUser } from '#domain/accounts/api-clients/link-api-user.ts';
import { startAnonymousSession } from '#domain/accounts/api-clients/start-anonymous-session.ts';
import { startApiSession } from '#domain/accounts/api-clients/start-api-session.ts';
import { verifyApiKey } from '#domain/accounts/api-clients/verify-api-key.ts';
import { verifyEmailCredentials } from '#domain/accounts/api-clients/verify-email-credentials.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { logInByEmailInput } from '#shared/schemas/accounts.ts';
import {
  callerByAccess,
  type Env,
  type RealmOptions,
  type Routes,
  readBody,
} from './realm-context.ts';
import { WireFault } from './responses.ts';

/** What every client sends beside its proof; one that is not ours may send anything. */
const device = z
  .object({
    options: z.object({
      device: z.object({
        deviceId: z.union([z.string(), z.object({ $oid: z.string() }).transform((id) => id.$oid)]),
      }),
    }),
  })
  .transform(({ options }) => options.device.deviceId)
  .pipe(z.string().regex(/^(?!0+$)[0-9a-f]{24}$/));

const keyInput = z.object({ key: z.string() });

/** Where clients find us, and how they log in. */
export function loginRoutes(door: RealmOptions): Routes {
  const routes = new Hono<Env>();

  routes.get('/app/:appId/location', (c) => {
    const hostname = door.originOf(c.req.url);
    return c.json({
      deployment_model: 'GLOBAL',
      location: 'US-VA',
      hostname,
      ws_hostname: hostname.replace(/^http/, 'ws'),
    });
  });

  routes.post('/app/:appId/auth/providers/:provider/login', async (c) => {
    const { tokens } = door;
    const ctx = door.ctxOf(c);
    const provider = c.req.param('provider');
    const sent = await readBody(c, z.record(z.string(), z.unknown()));
    if (c.req.query('link') === 'true') {
      const caller = await callerByAccess(door, c, ctx);
      await linkApiUser(ctx, caller, await prove(ctx, provider, sent));
      return c.json({
        access_token: tokens.issueAccess(caller),
        user_id: caller.appUserId,
        device_id: caller.deviceId,
      });
    }
    const deviceId = device.safeParse(sent).data ?? createApiUserId();
    const started =
      provider === 'anon-user'
        ? await startAnonymousSession(ctx)
        : await startApiSession(ctx, await prove(ctx, provider, sent));
    const session = { ...started, deviceId };
    return c.json({
      access_token: tokens.issueAccess(session),
      refresh_token: tokens.issueRefresh(session),
      user_id: session.appUserId,
      device_id: deviceId,
    });
  });

  return routes;
}

/** Which account somebody proves to have. What cannot be read proves nothing. */
async function prove(ctx: Ctx, provider: string, sent: unknown): Promise<AuthenticatedAccount> {
  if (provider === 'local-userpass') {
    const parsed = logInByEmailInput.safeParse(sent);
    if (!parsed.success) throw new AppError('wrong-credentials');
    return verifyEmailCredentials(ctx, parsed.data);
  }
  if (provider === 'api-key') {
    const parsed = keyInput.safeParse(sent);
    return verifyApiKey(ctx, parsed.data ?? { key: '' });
  }
  throw new WireFault(
    404,
    'AuthProviderNotFound',
    `authentication via '${provider.slice(0, 40)}' is unsupported`,
  );
}
