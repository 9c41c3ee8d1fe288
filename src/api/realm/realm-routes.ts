import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { databaseUnavailable, isDatabaseUnavailable } from '#domain/lib/database-unavailable.ts';
import { requirePart } from '#domain/site/site-parts.ts';
import { setRetryAfter } from '../lib/api-error.ts';
import { createApiKeyRoutes } from './api-key-routes.ts';
import { createEmailRoutes } from './email-routes.ts';
import { createFunctionRoutes } from './function-routes.ts';
import { limitRealmBody } from './limit-realm-bodies.ts';
import { createLoginRoutes } from './login-routes.ts';
import type { RealmEnv, RealmOptions, RealmRoutes } from './realm-context.ts';
import { createErrorResponse, toErrorResponse } from './responses.ts';
import { createSessionRoutes } from './session-routes.ts';

/** The Realm API for `realm-web`. Pages of `corsOrigins` may call it too. */
export function createRealmRoutes(
  options: RealmOptions,
  corsOrigins: readonly string[],
): RealmRoutes {
  const routes = new Hono<RealmEnv>();

  routes.use(
    cors({
      origin: [...corsOrigins],
      allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowHeaders: ['Authorization', 'Content-Type'],
      exposeHeaders: ['Retry-After', 'X-Request-Id'],
      maxAge: 600,
    }),
  );
  routes.use(async (c, next) => {
    await next();
    c.res.headers.set('Cache-Control', 'no-store');
  });
  routes.use(async (c, next) => {
    await requirePart(options.createCtx(c), 'realmApi');
    await next();
  });
  routes.use(limitRealmBody);
  routes.onError((error, c) => {
    const response = toErrorResponse(c, error);
    if (response) return response;
    const requestId = c.get('requestId');
    if (!c.req.raw.signal.aborted)
      options.createCtx(c).log.error({ err: error }, 'a Realm API call failed');
    const { status, text, retryAfterMs } = databaseUnavailable;
    if (isDatabaseUnavailable(error)) {
      setRetryAfter(c, retryAfterMs);
      return createErrorResponse(c, status, 'InternalServerError', text, requestId);
    }
    return createErrorResponse(c, 500, 'InternalServerError', 'internal error', requestId);
  });

  routes.route('/', createLoginRoutes(options));
  routes.route('/app/:appId/auth/providers/local-userpass', createEmailRoutes(options));
  routes.route('/app/:appId/functions', createFunctionRoutes(options));
  routes.route('/auth', createSessionRoutes(options));
  routes.route('/auth/api_keys', createApiKeyRoutes(options));
  routes.all('*', (c) => createErrorResponse(c, 404, 'NotFound', 'there is nothing here'));
  return routes;
}
