import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { isEqualInConstantTime } from '#domain/lib/is-equal-in-constant-time.ts';
import type { Services } from '../bootstrap/services.ts';
import type { Config } from '../config/config.ts';
import type { Env } from './hono-env.ts';

/** Well below the usual timeout of a load balancer. */
const readyWithinMs = 2_000;

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const localNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The metrics as text for Prometheus. */
export interface MetricsText {
  text: string;
  contentType: string;
}

interface Options {
  ready: () => boolean;
  readMetrics: () => Promise<MetricsText>;
}

/** Routes for operators: liveness, readiness and metrics. */
export function createOperatorRoutes(services: Services, { ready, readMetrics }: Options) {
  const routes = new Hono<Env>();

  routes.get('/healthz', (c) => c.json({ status: 'ok' }));

  routes.get('/readyz', async (c) => {
    if (!ready()) return c.json({ status: 'stopping' }, 503);
    try {
      await Promise.race([services.db.execute(sql`select 1`), failAfter(readyWithinMs)]);
      return c.json({ status: 'ok' });
    } catch {
      return c.json({ status: 'database unavailable' }, 503);
    }
  });

  routes.get('/metrics', async (c) => {
    const token = services.config.METRICS_TOKEN;
    const allowed = token
      ? isEqualInConstantTime(c.req.header('Authorization') ?? '', `Bearer ${token}`)
      : !isBehindProxy(services.config, c) && isLocal(c);
    if (!allowed) return c.text('Not found.', 404);
    const { text, contentType } = await readMetrics();
    return c.text(text, 200, { 'Content-Type': contentType });
  });

  return routes;
}

async function failAfter(ms: number): Promise<never> {
  await pause(ms, undefined, { ref: false });
  throw new Error('The database did not answer in time.');
}

/** Behind a proxy on this machine, every request seems to be local. */
function isBehindProxy({ ORIGIN, TRUST_PROXY }: Config, c: Context<Env>): boolean {
  return ORIGIN !== undefined || TRUST_PROXY > 0 || c.req.header('X-Forwarded-For') !== undefined;
}

/** The requested host must be local too: a proxy without forwarding headers passes on the public host. */
function isLocal(c: Context<Env>): boolean {
  return (
    loopback.has(c.env?.incoming?.socket.remoteAddress ?? '') &&
    localNames.has(new URL(c.req.url).hostname)
  );
}
