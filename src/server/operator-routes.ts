import { timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Registry } from 'prom-client';
import type { Env } from './http.ts';
import type { Services } from './services.ts';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** What whoever runs the service asks: is it alive, may it get traffic, how is it doing. */
export function operatorRoutes(services: Services, registry: Registry, ready: () => boolean) {
  const routes = new Hono<Env>();

  routes.get('/healthz', (c) => c.json({ status: 'ok' }));

  routes.get('/readyz', async (c) => {
    if (!ready()) return c.json({ status: 'stopping' }, 503);
    try {
      await services.db.execute(sql`select 1`);
      return c.json({ status: 'ok' });
    } catch {
      return c.json({ status: 'database unavailable' }, 503);
    }
  });

  routes.get('/metrics', async (c) => {
    const token = services.config.METRICS_TOKEN;
    const allowed = token
      ? isSame(c.req.header('Authorization') ?? '', `Bearer ${token}`)
      : loopback.has(c.env?.incoming?.socket.remoteAddress ?? '') &&
        !c.req.header('X-Forwarded-For');
    if (!allowed) return c.text('Not found.', 404);
    return c.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  });

  return routes;
}

function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
