import type { Hono } from 'hono';
import { rawgRoutes } from '#api/rawg/rawg-routes.ts';
import type { Services } from '../bootstrap/services.ts';
import { PageCache } from './page-cache.ts';

/** The catalogue as a games database for others, whose answers may be a minute old. */
export function rawgApi({ config, db, log }: Services): Hono {
  const cache = new PageCache({
    freshMs: 60_000,
    staleMs: 600_000,
    maxBytes: 16 * 1024 * 1024,
  });
  // What names the host that was asked for could lead others astray from a shared cache.
  const keeping = config.ORIGIN === undefined ? 'private, max-age=60' : 'public, max-age=60';
  const originOf = (url: string) => config.ORIGIN ?? new URL(url).origin;
  return rawgRoutes({
    ctx: { db, log },
    originOf,
    corsOrigins: config.CORS_ORIGINS,
    kept(request, make) {
      // A host that the request made up has nothing of its own to keep.
      const { pathname, search } = new URL(request.url);
      return cache.respond(originOf(request.url) + pathname + search, request, async () => {
        const response = await make();
        response.headers.set('Cache-Control', response.ok ? keeping : 'no-store');
        return response;
      });
    },
  });
}
