import { Hono } from 'hono';
import { z } from 'zod';
import { verifyApiKey } from '#domain/accounts/api-clients/api-keys/verify-api-key.ts';
import { linkApiUser } from '#domain/accounts/api-clients/api-users/link-api-user.ts';
import {
  createApiUserId,
  type VerifiedAccount,
} from '#domain/accounts/api-clients/credentials/verified-account.ts';
import { verifyEmailCredentials } from '#domain/accounts/api-clients/credentials/verify-email-credentials.ts';
import { startAnonymousSession } from '#domain/accounts/api-clients/sessions/start-anonymous-session.ts';
import { startApiSession } from '#domain/accounts/api-clients/sessions/start-api-session.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { logInByEmailInput } from '#shared/schemas/accounts/accounts.ts';
import { ApiError } from '../lib/api-error.ts';
import {
  parseBody,
  type RealmEnv,
  type RealmOptions,
  type RealmRoutes,
  requireCallerByAccessToken,
} from './realm-context.ts';

/** The device id that `realm-web` sends with the credentials. Other clients may send anything or nothing. */
const deviceIdInput = z
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

/** Routes that tell clients the URL of the API and log them in. */
export function createLoginRoutes(options: RealmOptions): RealmRoutes {
  const routes = new Hono<RealmEnv>();

  routes.get('/app/:appId/location', (c) => {
    const hostname = options.getOrigin(c.req.url);
    return c.json({
      deployment_model: 'GLOBAL',
      location: 'US-VA',
      hostname,
      ws_hostname: hostname.replace(/^http/, 'ws'),
    });
  });

  routes.post('/app/:appId/auth/providers/:provider/login', async (c) => {
    const { tokens } = options;
    const ctx = options.createCtx(c);
    const provider = c.req.param('provider');
    const body = await parseBody(c, z.record(z.string(), z.unknown()));
    if (c.req.query('link') === 'true') {
      const caller = await requireCallerByAccessToken(options, c, ctx);
      await linkApiUser(ctx, caller, await authenticate(ctx, provider, body));
      return c.json({
        access_token: await tokens.issueAccess(caller),
        user_id: caller.apiUserId,
        device_id: caller.deviceId,
      });
    }
    const deviceId = deviceIdInput.safeParse(body).data ?? createApiUserId();
    const started =
      provider === 'anon-user'
        ? await startAnonymousSession(ctx)
        : await startApiSession(ctx, await authenticate(ctx, provider, body));
    const session = { ...started, deviceId };
    return c.json({
      access_token: await tokens.issueAccess(session),
      refresh_token: await tokens.issueRefresh(session),
      user_id: session.apiUserId,
      device_id: deviceId,
    });
  });

  return routes;
}

/**
 * Finds the account of the credentials in a login.
 * @throws AppError `wrong-credentials`, also if the body cannot be parsed.
 * @throws ApiError `AuthProviderNotFound` for an unknown provider.
 */
async function authenticate(ctx: Ctx, provider: string, body: unknown): Promise<VerifiedAccount> {
  if (provider === 'local-userpass') {
    const parsed = logInByEmailInput.safeParse(body);
    if (!parsed.success) throw new AppError('wrong-credentials');
    return verifyEmailCredentials(ctx, parsed.data);
  }
  if (provider === 'api-key') {
    const parsed = keyInput.safeParse(body);
    return verifyApiKey(ctx, parsed.data ?? { key: '' });
  }
  throw new ApiError(
    404,
    'AuthProviderNotFound',
    `authentication via '${provider.slice(0, 40)}' is unsupported`,
  );
}
