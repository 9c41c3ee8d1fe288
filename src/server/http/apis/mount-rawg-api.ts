import type { Hono } from 'hono';
import { createRawgRoutes, type RawgEnv } from '#api/rawg/rawg-routes.ts';
import type { Services } from '#server/bootstrap/services.ts';
import type { CacheableOrigins } from '../pages/cacheable-origins.ts';
import { createRenderingCaller } from '../pages/rendering-caller.ts';
import { createVisitorCache } from '../pages/visitor-cache.ts';

/** The RAWG API over the services. Its responses may be one minute old. */
export function createRawgApi(services: Services, hosts: CacheableOrigins): Hono<RawgEnv> {
  const { config, reads, log, clock } = services;
  const cache = createVisitorCache({
    freshMs: 60_000,
    staleMs: 600_000,
    maxBytes: 16 * 1024 * 1024,
  });
  // Without ORIGIN a response contains the requested host, so shared caches must not store it.
  const cacheControl = config.ORIGIN === undefined ? 'private, max-age=60' : 'public, max-age=60';
  return createRawgRoutes({
    getCtx() {
      const { db, readCache, limitsKey } = services.limitedReads.of(null);
      return { db: limitsKey === null ? (reads?.db ?? db) : db, log, clock, readCache };
    },
    getOrigin: (url) => config.ORIGIN ?? new URL(url).origin,
    corsOrigins: config.CORS_ORIGINS,
    respondCached(c, { url, isFreeText }, make) {
      const render = async () => {
        const response = await make();
        response.headers.set('Cache-Control', response.ok ? cacheControl : 'no-store');
        return response;
      };
      // The key contains the origin, which is the configured one if ORIGIN is set, and the limits of visitors.
      const key = `${url.href} ${services.limitedReads.of(null).limitsKey}`;
      const caller = createRenderingCaller(services, c.get('address'));
      const isInvented = isFreeText || !hosts.isKnown(url.origin);
      return cache.respond({ key, isFreeText: isInvented, request: c.req.raw, render, caller });
    },
  });
}
