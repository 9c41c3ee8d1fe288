import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { realmApiPath } from '#api/realm/key-access.ts';
import { createFileRoutes } from '#api/uploadcare-rest/rest-routes.ts';
import { createUploadRoutes } from '#api/uploadcare-upload/upload-routes.ts';
import { databaseUnavailable, isDatabaseUnavailable } from '#domain/lib/database-unavailable.ts';
import { createBodyBudget } from '#http-body/body-bytes-budget.ts';
import { uploadApiPath } from '#shared/constants/gallery/gallery-paths.ts';
import { requestBodyConstants } from '#shared/constants/server/http-requests.ts';
import { telemetry } from '#shared/lib/telemetry.ts';
import { getArtDirectory } from '../bootstrap/art-directory.ts';
import type { Services } from '../bootstrap/services.ts';
import { createApiOptions } from './apis/api-mount-options.ts';
import { createRawgApi } from './apis/mount-rawg-api.ts';
import { createRealmApi } from './apis/mount-realm-api.ts';
import { createDownloadRoutes } from './downloads/download-routes.ts';
import { createAssetRoutes } from './files/built-asset-routes.ts';
import { createCardArtRoutes } from './files/card-art-routes.ts';
import { createCoverRoutes } from './files/cover-routes.ts';
import { createGalleryFileRoutes } from './files/gallery-file-routes.ts';
import { createIconRoutes } from './files/icon-routes.ts';
import { createSiteFileRoutes } from './files/robots-and-sitemap-routes.ts';
import { createWellKnownRoutes } from './files/well-known-routes.ts';
import { createDownloadForms } from './forms/download-forms.ts';
import { createFileFormRoutes } from './forms/file-form-routes.ts';
import { limitForms } from './forms/limit-forms.ts';
import { createPageForms } from './forms/page-forms.ts';
import type { Env } from './hono-env.ts';
import { measureRequests } from './measure-requests.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createOperatorRoutes, type MetricsText } from './operator-routes.ts';
import { createCacheableOrigins } from './pages/cacheable-origins.ts';
import { createPages } from './pages/render-pages.ts';
import { getClientAddress } from './security/client-ip-address.ts';
import { contentPolicy, createCommonHeaders } from './security/security-headers.ts';
import { watchForUntrustedProxy } from './security/warn-of-untrusted-proxy.ts';
import { createGamesHostHeaders } from './web-games/game-headers.ts';
import { createGameSaveRoutes } from './web-games/game-save-routes.ts';
import { createGamesHostTest } from './web-games/games-host.ts';
import { createWebGameHandler } from './web-games/web-game-routes.ts';

/** Valid hosts: names, IP addresses and ports. Without `ORIGIN`, pages use the host in their URLs. */
const hostPattern = /^[a-z0-9_.:[\]-]+$/;

/** The methods of all routes together. */
const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

export interface AppOptions {
  /** The directory of the built client; null if Vite serves it. */
  clientDirectory: string | null;
  /** Whether the process accepts new work; false during shutdown. */
  ready: () => boolean;
  /** The metrics to count in, and what `/metrics` returns. By default, those of this process alone. */
  metrics?: Metrics;
  readMetrics?: () => Promise<MetricsText>;
  /** The shortest time between two invalidations of the cached pages of visitors. Tests set 0. */
  invalidationIntervalMs?: number;
}

/** Creates the whole web application as one Fetch handler. */
export function createApp(services: Services, options: AppOptions): Hono<Env> {
  const app = new Hono<Env>();
  const metrics = options.metrics ?? createMetrics(services);
  const { ORIGIN, GAMES_ORIGIN, HSTS_SUBDOMAINS: includesSubDomains } = services.config;
  const siteHeaders = createCommonHeaders({ origin: ORIGIN, includesSubDomains });
  const gamesHostHeaders = createGamesHostHeaders({ origin: GAMES_ORIGIN, includesSubDomains });
  const isGamesHost = createGamesHostTest(GAMES_ORIGIN);
  const checkForProxy = watchForUntrustedProxy(services);
  const bodies = createBodyBudget(requestBodyConstants);
  const hosts = createCacheableOrigins(ORIGIN);
  const { clientDirectory, invalidationIntervalMs } = options;
  const development = clientDirectory === null;
  const pages = createPages(services, { development, hosts, invalidationIntervalMs });

  if (telemetry.current) {
    app.use(measureRequests({ acceptsTraces: services.config.TRUST_PROXY > 0 }));
  }
  app.use(async (c, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    const socketAddress = c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1';
    checkForProxy(socketAddress, c.req.raw.headers);
    c.set('requestId', requestId);
    c.set('bodies', bodies);
    c.set(
      'address',
      getClientAddress(
        socketAddress,
        c.req.header('X-Forwarded-For') ?? null,
        services.config.TRUST_PROXY,
      ),
    );
    const { host, pathname } = new URL(c.req.url);
    const isGames = isGamesHost(host);
    c.set('isGamesHost', isGames);
    if (!hostPattern.test(host)) {
      c.res = c.text('The host has no such name.', 400);
    } else if (c.req.method === 'TRACE') {
      // Its request can have no body, so nothing behind this could read it.
      c.res = c.text('TRACE is not allowed.', 405, { Allow: allowedMethods });
    } else {
      await next();
    }
    const headers = isGames ? gamesHostHeaders : siteHeaders;
    for (const [name, value] of headers) c.res.headers.set(name, value);
    if (!c.res.headers.has('Content-Security-Policy'))
      c.res.headers.set('Content-Security-Policy', contentPolicy);
    c.res.headers.set('X-Request-Id', requestId);
    // An open connection would delay the shutdown.
    if (!options.ready()) c.res.headers.set('Connection', 'close');
    const ms = performance.now() - started;
    const kind = isGames ? 'file' : getRouteKind(c.req.method, pathname);
    metrics.observe(kind, c.res.status, ms / 1000);
    // The path of a web game lets everybody who knows it load the game.
    const path = isGames ? '(web game)' : pathname;
    services.log.debug(
      { requestId, method: c.req.method, path, status: c.res.status, ms: Math.round(ms) },
      'request',
    );
  });

  const answerForGames = createWebGameHandler(services);
  app.use((c, next) => (c.get('isGamesHost') ? answerForGames(c, next) : next()));

  app.onError((error, c) => {
    services.log.error({ err: error, requestId: c.get('requestId') }, 'request failed');
    if (isDatabaseUnavailable(error)) {
      c.header('Retry-After', String(databaseUnavailable.retryAfterMs / 1000));
      return c.text(databaseUnavailable.text, databaseUnavailable.status);
    }
    return c.text(`Something went wrong. Request ${c.get('requestId')}`, 500);
  });

  const { registry } = metrics;
  const readOwnMetrics = async () => ({
    text: await registry.metrics(),
    contentType: registry.contentType,
  });
  const { ready, readMetrics = readOwnMetrics } = options;
  app.route('/', createOperatorRoutes(services, { ready, readMetrics }));
  app.route('/', createSiteFileRoutes(services, hosts));
  app.route('/', createIconRoutes(services));
  app.route('/', createWellKnownRoutes(services));
  app.route('/', createCardArtRoutes(services, getArtDirectory()));
  if (options.clientDirectory) app.route('/', createAssetRoutes(options.clientDirectory));
  app.route('/', createCoverRoutes(services.catalog.covers));
  app.route('/', createGalleryFileRoutes(services));
  app.route(
    uploadApiPath,
    createUploadRoutes({ path: uploadApiPath, ...createApiOptions(services) }),
  );
  app.route(realmApiPath, createRealmApi(services));
  app.route('/api', createRawgApi(services, hosts));
  app.route('/', createFileRoutes(createApiOptions(services)));
  app.route(
    '/',
    createDownloadRoutes(services, {
      renderError: (c, error) =>
        pages(c.req.raw, { requestId: c.get('requestId'), address: c.get('address'), error }),
    }),
  );
  app.route('/', createGameSaveRoutes(services));
  const pageForms = createPageForms((c, request, sentForm) =>
    pages(request, { requestId: c.get('requestId'), address: c.get('address'), sentForm }),
  );
  const fileForms = [...createDownloadForms(services.rules), ...pageForms];
  app.route('/', createFileFormRoutes(services, fileForms));
  app.use(limitForms());
  app.all('*', (c) =>
    pages(c.req.raw, { requestId: c.get('requestId'), address: c.get('address') }),
  );
  return app;
}

function getRouteKind(method: string, path: string): 'page' | 'data' | 'action' | 'file' {
  if (/^\/(static|art|fonts|pictures|photos)\//.test(path)) return 'file';
  if (method !== 'GET' && method !== 'HEAD') return 'action';
  return path.endsWith('.data') ? 'data' : 'page';
}
