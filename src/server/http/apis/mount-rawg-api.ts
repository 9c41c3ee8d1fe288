import type { Hono } from 'hono';
import { createRawgRoutes } from '#api/rawg/rawg-routes.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { PageCache } from '../pages/page-cache.ts';

/** The RAWG API over the services. Its responses may be one minute old. */
export function createRawgApi({ config, db, reads, log, clock, readCache }: Services): Hono {
  const cache = new PageCache({
    freshMs: 60_000,
    staleMs: 600_000,
    maxBytes: 16 * 1024 * 1024,
  });
  // Without ORIGIN a response contains the requested host, so shared caches must not store it.
  const cacheControl = config.ORIGIN === undefined ? 'private, max-age=60' : 'public, max-age=60';
  const getOrigin = (url: string) => config.ORIGIN ?? new URL(url).origin;
  return createRawgRoutes({
    ctx: { db: reads?.db ?? db, log, clock, readCache },
    getOrigin,
    corsOrigins: config.CORS_ORIGINS,
    respondCached(request, make) {
      // The key contains the origin, which is the configured one if ORIGIN is set.
      const { pathname, search } = new URL(request.url);
      return cache.respond(getOrigin(request.url) + pathname + search, request, async () => {
        const response = await make();
        response.headers.set('Cache-Control', response.ok ? cacheControl : 'no-store');
        return response;
      });
    },
  });
}
