import { Hono } from 'hono';
import type { Services } from '../bootstrap/services.ts';
import type { Env } from './app-env.ts';
import { PageCache } from './page-cache.ts';
import { robots } from './robots.ts';
import { sitemap } from './sitemap.ts';

/** Crawlers come back in hours; what is new may wait so long, and a shared cache may keep it. */
const forAll = 'public, max-age=600';
/** What names the host that was asked for could lead others astray from a shared cache. */
const forOne = 'private, max-age=600';

/** What machines ask a site for by fixed names; the same for everybody, whoever is logged in. */
export function siteFileRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();
  const cache = new PageCache({
    freshMs: 600_000,
    staleMs: 86_400_000,
    maxBytes: 16 * 1024 * 1024,
  });
  const originOf = (url: string) => services.config.ORIGIN ?? new URL(url).origin;
  const named = services.config.ORIGIN === undefined ? forOne : forAll;
  const answer = async (key: string, request: Request, make: () => Promise<Response>) => {
    const response = await cache.respond(key, request, make);
    response.headers.set('Vary', 'Accept-Encoding');
    return response;
  };

  routes.get('/robots.txt', (c) => {
    const origin = originOf(c.req.url);
    return answer(`robots ${origin}`, c.req.raw, async () =>
      file(robots(origin), 'text/plain; charset=utf-8', named),
    );
  });

  routes.get('/sitemap.xml', (c) => {
    const origin = originOf(c.req.url);
    const part = c.req.query('part') ?? null;
    return answer(`sitemap ${origin} ${part}`, c.req.raw, async () => {
      const xml = await sitemap(services, { origin, part });
      if (xml === null) return new Response('Not found.', { status: 404 });
      return file(xml, 'application/xml; charset=utf-8', named);
    });
  });

  routes.get('/manifest.webmanifest', (c) =>
    answer('manifest', c.req.raw, async () =>
      file(JSON.stringify(manifest), 'application/manifest+json', forAll),
    ),
  );

  return routes;
}

function file(body: string, type: string, keeping: string): Response {
  return new Response(body, { headers: { 'Content-Type': type, 'Cache-Control': keeping } });
}

/** How the house looks among somebody's applications. */
const manifest = {
  name: 'Guildhall',
  short_name: 'Guildhall',
  description: 'A game store and a clubhouse under one roof.',
  id: '/',
  start_url: '/',
  display: 'minimal-ui',
  icons: [{ src: '/art/favicon.svg', type: 'image/svg+xml', sizes: 'any' }],
};
