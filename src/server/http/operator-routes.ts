import { timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import type { Registry } from 'prom-client';
import type { Services } from '../bootstrap/services.ts';
import type { Config } from '../config/config.ts';
import type { Env } from './app-env.ts';

/** Well below what a load balancer waits for. */
const readyWithinMs = 2_000;

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const localNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What whoever runs the service asks: is it alive, may it get traffic, how is it doing. */
export function operatorRoutes(services: Services, registry: Registry, ready: () => boolean) {
  const routes = new Hono<Env>();

  routes.get('/healthz', (c) => c.json({ status: 'ok' }));

  routes.get('/readyz', async (c) => {
    if (!ready()) return c.json({ status: 'stopping' }, 503);
    try {
      await Promise.race([services.db.execute(sql`select 1`), lateAfter(readyWithinMs)]);
      return c.json({ status: 'ok' });
    } catch {
      return c.json({ status: 'database unavailable' }, 503);
    }
  });

  routes.get('/metrics', async (c) => {
    const token = services.config.METRICS_TOKEN;
    const allowed = token
      ? isSame(c.req.header('Authorization') ?? '', `Bearer ${token}`)
      : !isBehindProxy(services.config, c) && isLocal(c);
    if (!allowed) return c.text('Not found.', 404);
    return c.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  });

  return routes;
}

async function lateAfter(ms: number): Promise<never> {
  await pause(ms, undefined, { ref: false });
  throw new Error('Too late.');
}

/** A proxy on this machine makes the whole world look local. */
function isBehindProxy({ ORIGIN, TRUST_PROXY }: Config, c: Context<Env>): boolean {
  return ORIGIN !== undefined || TRUST_PROXY > 0 || c.req.header('X-Forwarded-For') !== undefined;
}

/** Asked for by a local name, too: a proxy that says nothing of itself keeps the public one. */
function isLocal(c: Context<Env>): boolean {
  return (
    loopback.has(c.env?.incoming?.socket.remoteAddress ?? '') &&
    localNames.has(new URL(c.req.url).hostname)
  );
}

function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
