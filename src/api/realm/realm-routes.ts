import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { apiKeyRoutes } from './api-key-routes.ts';
import { limitRealmBody } from './body-limit.ts';
import { emailRoutes } from './email-routes.ts';
import { functionRoutes } from './function-routes.ts';
import { loginRoutes } from './login-routes.ts';
import type { Env, RealmOptions, Routes } from './realm-context.ts';
import { answer, toErrorResponse } from './responses.ts';
import { sessionRoutes } from './session-routes.ts';

/** The app backend as `realm-web` speaks to it, for pages of `corsOrigins` beside our own. */
export function realmRoutes(door: RealmOptions, corsOrigins: readonly string[]): Routes {
  const routes = new Hono<Env>();

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
  routes.use(limitRealmBody);
  routes.onError((error, c) => {
    const refused = toErrorResponse(c, error);
    if (refused) return refused;
    const requestId = c.get('requestId');
    if (!c.req.raw.signal.aborted) door.ctxOf(c).log.error({ err: error }, 'a wire call failed');
    return answer(c, 500, 'InternalServerError', 'internal error', requestId);
  });

  routes.route('/', loginRoutes(door));
  routes.route('/app/:appId/auth/providers/local-userpass', emailRoutes(door));
  routes.route('/app/:appId/functions', functionRoutes(door));
  routes.route('/auth', sessionRoutes(door));
  routes.route('/auth/api_keys', apiKeyRoutes(door));
  routes.all('*', (c) => answer(c, 404, 'NotFound', 'there is nothing here'));
  return routes;
}
