import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Env } from './http.ts';

const forEver = 'public, max-age=31536000, immutable';
/** Files that keep their name when their content changes. */
const aDay = 'public, max-age=86400';

/** Serves the built client. Names under /static and hashed pictures never change their content. */
export function assetRoutes(clientDirectory: string): Hono<Env> {
  const routes = new Hono<Env>();
  const files = serveStatic<Env>({
    root: clientDirectory,
    precompressed: true,
    onFound(_file, c) {
      const { path } = c.req;
      const hashed = path.startsWith('/static/') || /-[0-9a-f]{8}\.(svg|png)$/.test(path);
      c.header('Cache-Control', hashed ? forEver : aDay);
    },
  });
  routes.get('/static/*', files);
  routes.get('/art/*', files);
  routes.get('/favicon.svg', files);
  for (const folder of ['/static/*', '/art/*'])
    routes.all(folder, (c) => c.text('Not found.', 404));
  return routes;
}
