import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { createBodyBudget } from '#api/lib/body-budget.ts';
import { limitBody, statusOf } from '#api/lib/limit-body.ts';
import { uploadPath } from '#shared/constants/gallery-paths.ts';
import { requestBody } from '#shared/constants/requests.ts';
import type { Services } from '../bootstrap/services.ts';
import type { Env } from './app-env.ts';
import { coverRoutes } from './cover-routes.ts';
import { galleryFileRoutes } from './gallery-file-routes.ts';
import { createMetrics } from './metrics.ts';
import { operatorRoutes } from './operator-routes.ts';
import { rawgApi } from './rawg-api.ts';
import { realmApi } from './realm-api.ts';
import { createPages } from './render-pages.ts';
import { clientAddress } from './request-facts.ts';
import { commonHeaders } from './security-headers.ts';
import { siteFileRoutes } from './site-files.ts';
import { assetRoutes } from './static-files.ts';
import { warnOfUntrustedProxy } from './untrusted-proxy.ts';
import { uploadcareRestApi } from './uploadcare-rest-api.ts';
import { uploadcareUploadApi } from './uploadcare-upload-api.ts';

const bodyProblems = {
  broken: 'The form cannot be read.',
  slow: 'The form took too long to arrive. Please try again.',
  large: 'The form is too large.',
  crowded: 'Too much is being sent from your address at the moment. Please try again.',
};

/** Names, addresses and ports: what pages name themselves by where `ORIGIN` does not say. */
const hostForm = /^[a-z0-9_.:[\]-]+$/;

export interface AppOptions {
  /** The built client, or null where Vite serves it. */
  clientDirectory: string | null;
  /** Whether the process still takes new work. */
  ready: () => boolean;
}

/** The whole web application as one Fetch handler. */
export function createApp(services: Services, options: AppOptions): Hono<Env> {
  const app = new Hono<Env>();
  const metrics = createMetrics(services);
  const headers = commonHeaders(services.config.ORIGIN);
  const noteForwarded = warnOfUntrustedProxy(services);
  const bodies = createBodyBudget(requestBody);
  const pages = createPages(services, { development: options.clientDirectory === null });

  app.use(async (c, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    const socketAddress = c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1';
    noteForwarded(socketAddress, c.req.raw.headers);
    c.set('requestId', requestId);
    c.set('bodies', bodies);
    c.set(
      'address',
      clientAddress(
        socketAddress,
        c.req.header('X-Forwarded-For') ?? null,
        services.config.TRUST_PROXY,
      ),
    );
    if (!hostForm.test(new URL(c.req.url).host)) {
      c.res = c.text('The host has no such name.', 400);
    } else {
      await next();
    }
    for (const [name, value] of headers) c.res.headers.set(name, value);
    c.res.headers.set('X-Request-Id', requestId);
    // Who keeps its connection would keep a server that stops from ending.
    if (!options.ready()) c.res.headers.set('Connection', 'close');
    const { pathname } = new URL(c.req.url);
    const ms = performance.now() - started;
    metrics.observe(kindOf(c.req.method, pathname), c.res.status, ms / 1000);
    services.log.debug(
      { requestId, method: c.req.method, path: pathname, status: c.res.status, ms: Math.round(ms) },
      'request',
    );
  });

  app.onError((error, c) => {
    services.log.error({ err: error, requestId: c.get('requestId') }, 'request failed');
    return c.text(`Something went wrong. Request ${c.get('requestId')}`, 500);
  });

  app.route('/', operatorRoutes(services, metrics.registry, options.ready));
  app.route('/', siteFileRoutes(services));
  if (options.clientDirectory) app.route('/', assetRoutes(options.clientDirectory));
  app.route('/', coverRoutes(services.covers));
  app.route('/', galleryFileRoutes(services));
  app.route(uploadPath, uploadcareUploadApi(services));
  app.route('/api/client/v2.0', realmApi(services));
  app.route('/api', rawgApi(services));
  app.route('/', uploadcareRestApi(services));
  app.use(
    limitBody({
      bytesMax: requestBody.formBytesMax,
      refuse: (c, problem) => c.text(bodyProblems[problem], statusOf(problem)),
    }),
  );
  app.all('*', (c) =>
    pages(c.req.raw, { requestId: c.get('requestId'), address: c.get('address') }),
  );
  return app;
}

function kindOf(method: string, path: string): 'page' | 'data' | 'action' | 'file' {
  if (/^\/(static|art|fonts|pictures|photos)\//.test(path)) return 'file';
  if (method !== 'GET' && method !== 'HEAD') return 'action';
  return path.endsWith('.data') ? 'data' : 'page';
}
