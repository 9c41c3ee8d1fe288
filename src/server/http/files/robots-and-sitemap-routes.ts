import { type Context, Hono } from 'hono';
import { getSiteSettingsOrDefaults } from '#domain/site/read-site-settings.ts';
import { listPartsOff } from '#domain/site/site-parts.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { addPicturePath } from '#shared/constants/gallery/gallery-paths.ts';
import { imageTypes } from '#shared/constants/gallery/image-types.ts';
import { offlinePath, sharedPicturePath } from '#shared/constants/server/installed-app.ts';
import { defaultTagline } from '#shared/constants/site/site-defaults.ts';
import {
  type ChosenPicture,
  getChosenPicture,
} from '#shared/schemas/administration/site-pictures.ts';
import type { SiteSettings } from '#shared/schemas/administration/site-settings.ts';
import type { Env } from '../hono-env.ts';
import type { CacheableOrigins } from '../pages/cacheable-origins.ts';
import { toFullQueueResponse } from '../pages/full-queue-response.ts';
import { createRenderingCaller } from '../pages/rendering-caller.ts';
import { createVisitorCache } from '../pages/visitor-cache.ts';
import { createOfflinePage } from './offline-page.ts';
import { createRobotsTxt } from './robots-txt.ts';
import serviceWorker from './service-worker.js?raw';
import { createSitemap } from './sitemap.ts';

/** Crawlers return after hours, so shared caches may store these files for ten minutes. */
const sharedCaching = 'public, max-age=600';
/** A file that contains the requested host must not be stored in a shared cache. */
const privateCaching = 'private, max-age=600';

/** Serves robots.txt, the sitemap, the manifest and the service worker. They are the same for everybody. */
export function createSiteFileRoutes(services: Services, hosts: CacheableOrigins): Hono<Env> {
  const routes = new Hono<Env>();
  const cache = createVisitorCache({
    freshMs: 600_000,
    staleMs: 86_400_000,
    maxBytes: 16 * 1024 * 1024,
  });
  const getOrigin = (url: string) => services.config.ORIGIN ?? new URL(url).origin;
  const cacheControl = services.config.ORIGIN === undefined ? privateCaching : sharedCaching;
  const respond = async (c: Context<Env>, key: string, render: () => Promise<Response>) => {
    const isFreeText = !hosts.isKnown(getOrigin(c.req.url));
    const caller = createRenderingCaller(services, c.get('address'));
    try {
      const response = await cache.respond({ key, isFreeText, request: c.req.raw, render, caller });
      response.headers.set('Vary', 'Accept-Encoding');
      return response;
    } catch (error) {
      return toFullQueueResponse(error);
    }
  };

  routes.get('/robots.txt', (c) => {
    const origin = getOrigin(c.req.url);
    return respond(c, `robots ${origin}`, async () =>
      createFile(createRobotsTxt(origin), 'text/plain; charset=utf-8', cacheControl),
    );
  });

  routes.get('/sitemap.xml', (c) => {
    const origin = getOrigin(c.req.url);
    const part = c.req.query('part') ?? null;
    const { db, readCache, limitsKey } = services.limitedReads.of(null);
    return respond(c, `sitemap ${origin} ${part} ${limitsKey}`, async () => {
      const ctx = { db, readCache, clock: services.clock };
      const xml = await createSitemap(ctx, { origin, part });
      if (xml === null) return new Response('Not found.', { status: 404 });
      return createFile(xml, 'application/xml; charset=utf-8', cacheControl);
    });
  });

  routes.get('/manifest.webmanifest', async (c) => {
    const settings = await getSiteSettingsOrDefaults(services);
    const { name, tagline } = settings;
    const logo = getChosenPicture(settings.logo);
    const hasGallery = !listPartsOff(settings).includes('gallery');
    return respond(c, `manifest ${name} ${tagline} ${logo?.id ?? ''} ${hasGallery}`, async () =>
      createFile(
        JSON.stringify(createManifest({ name, tagline, logo, hasGallery })),
        'application/manifest+json',
        sharedCaching,
      ),
    );
  });

  // Browsers ask for it again at each registration. Another version of the offline page is another worker.
  routes.get('/service-worker.js', async (c) => {
    const { version } = await createOfflinePage(await getSiteSettingsOrDefaults(services));
    return c.body(serviceWorker.replace(`'unversioned'`, `'${version}'`), 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      // The policy of the worker: it loads pages, the offline page and its icon.
      'Content-Security-Policy': serviceWorkerPolicy,
    });
  });

  routes.get(offlinePath, async (c) => {
    const { html, policy } = await createOfflinePage(await getSiteSettingsOrDefaults(services));
    return c.body(html, 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': privateCaching,
    });
  });

  // Without a service worker a shared picture is not passed on, and the form asks for it.
  routes.post(sharedPicturePath, (c) => {
    c.header('Connection', 'close');
    return c.redirect(addPicturePath, 303);
  });

  return routes;
}

function createFile(body: string, type: string, cacheControl: string): Response {
  return new Response(body, { headers: { 'Content-Type': type, 'Cache-Control': cacheControl } });
}

const serviceWorkerPolicy =
  "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** How the site appears as an installed application. */
const createManifest = ({
  name,
  tagline,
  logo,
  hasGallery,
}: Pick<SiteSettings, 'name' | 'tagline'> & {
  logo: ChosenPicture | null;
  hasGallery: boolean;
}) => ({
  name,
  short_name: name,
  description:
    tagline === defaultTagline ? 'A game store and a clubhouse under one roof.' : tagline,
  id: '/',
  start_url: '/',
  display: 'standalone',
  // The service worker receives the picture and passes it to the form of the gallery.
  ...(hasGallery && {
    share_target: {
      action: sharedPicturePath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'picture', accept: imageTypes }] },
    },
  }),
  icons: [
    ...(logo
      ? [logo.full, logo.thumbnail].map(({ path, width, height }) => ({
          src: path,
          type: 'image/webp',
          sizes: `${width}x${height}`,
        }))
      : [{ src: '/art/favicon.svg', type: 'image/svg+xml', sizes: 'any' }]),
    // Systems that read neither.
    ...[192, 512].map((side) => ({
      src: `/icon-${side}.png`,
      type: 'image/png',
      sizes: `${side}x${side}`,
    })),
    ...[192, 512].map((side) => ({
      src: `/icon-maskable-${side}.png`,
      type: 'image/png',
      sizes: `${side}x${side}`,
      purpose: 'maskable',
    })),
  ],
});
