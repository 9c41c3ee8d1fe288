import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { measure } from '#shared/lib/telemetry.ts';
import type { Env } from './hono-env.ts';
import { getPageTemplate } from './pages/route-template.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Probes and scrapers call these every few seconds. */
const unmeasured = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Measures requests. Paths and hosts are not sent, because paths contain usernames: only the template of the
 * route. With `acceptsTraces`, a request continues the trace of its caller.
 */
export function measureRequests(options: { acceptsTraces: boolean }): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { pathname } = new URL(c.req.url);
    if (unmeasured.has(pathname)) return next();
    const method = methods.has(c.req.method) ? c.req.method : '_OTHER';
    const operation = {
      kind: 'request',
      name: method,
      attributes: { 'http.request.method': method },
      traceparent: options.acceptsTraces ? c.req.header('traceparent') : undefined,
    } as const;
    await measure(operation, async (end) => {
      await next();
      const { status } = c.res;
      const matched = routePath(c);
      const route = /^\/?\*$/.test(matched) ? getPageTemplate(pathname) : matched;
      end({
        name: `${method} ${route}`,
        attributes: {
          'http.route': route,
          'http.response.status_code': status,
          'guildhall.request_id': c.get('requestId'),
          ...(status >= 500 && { 'error.type': String(status) }),
        },
        failed: status >= 500,
      });
    });
  };
}
