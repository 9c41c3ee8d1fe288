import { type Context, Hono } from 'hono';
import { type CoverRequest, parseCoverPath } from '#domain/catalog/covers/cover-path.ts';
import type { Covers } from '#domain/catalog/covers/get-cover.ts';
import type { Env } from '../hono-env.ts';
import { matchesETag } from './if-none-match.ts';

const noStore = { 'Cache-Control': 'no-store' };
const immutableCaching = 'public, max-age=31536000, immutable';

/** Serves covers that are fetched from other sites, and the generated images for shared links. */
export function createCoverRoutes(covers: Covers): Hono<Env> {
  const routes = new Hono<Env>();
  const notFound = (c: Context) => c.text('Not found.', 404, noStore);

  /** Redirects to the bundled drawing of the game while its cover is not available. */
  async function redirectToDrawing(
    c: Context,
    request: CoverRequest | null,
  ): Promise<Response | null> {
    const path = request && (await covers.findBundledFallback(request));
    if (!path) return null;
    c.header('Cache-Control', 'no-store');
    return c.redirect(path, 302);
  }

  routes.get('/pictures/*', async (c) => {
    // The path is not decoded: our own URLs need no decoding.
    const request = parseCoverPath(new URL(c.req.url).pathname);
    const picture = request && (await covers.find(request));
    if (!picture) return (await redirectToDrawing(c, request)) ?? notFound(c);
    const headers = {
      'Cache-Control': immutableCaching,
      ETag: `"${picture.tag}"`,
    };
    if (matchesETag(c.req.header('If-None-Match'), picture.tag)) return c.body(null, 304, headers);
    const result = await picture.read();
    if (result && 'bytes' in result) {
      return c.body(new Uint8Array(result.bytes), 200, {
        ...headers,
        'Content-Type': picture.type,
        'Content-Length': String(result.bytes.byteLength),
      });
    }
    const drawing = await redirectToDrawing(c, request);
    if (drawing) return drawing;
    if (!result) return notFound(c);
    return c.text('This picture cannot be had at the moment.', 503, {
      ...noStore,
      'Retry-After': String(Math.ceil(result.retryAfterMs / 1000)),
    });
  });
  routes.all('/pictures/*', (c) => c.text('Not found.', 404));
  return routes;
}
