import { type Context, Hono } from 'hono';
import { type CoverRequest, parseCoverAddress } from '#domain/catalog/covers/cover-address.ts';
import type { Covers } from '#domain/catalog/covers/get-cover.ts';
import type { Env } from './app-env.ts';
import { isKnown } from './if-none-match.ts';

const notKept = { 'Cache-Control': 'no-store' };
const forEver = 'public, max-age=31536000, immutable';

/** Serves the pictures of games that lie elsewhere, and those that are made for sharing. */
export function coverRoutes(pictures: Covers): Hono<Env> {
  const routes = new Hono<Env>();
  const notFound = (c: Context) => c.text('Not found.', 404, notKept);

  /** Leads to what was drawn of the game, for as long as the picture itself cannot be had. */
  async function drawing(c: Context, wish: CoverRequest | null): Promise<Response | null> {
    const path = wish && (await pictures.findDrawing(wish));
    if (!path) return null;
    c.header('Cache-Control', 'no-store');
    return c.redirect(path, 302);
  }

  routes.get('/pictures/*', async (c) => {
    // As it was sent: a path that needs decoding is none that we made.
    const wish = parseCoverAddress(new URL(c.req.url).pathname);
    const picture = wish && (await pictures.find(wish));
    if (!picture) return (await drawing(c, wish)) ?? notFound(c);
    const headers = {
      'Cache-Control': forEver,
      ETag: `"${picture.tag}"`,
      // Opened by itself it is a document, which may do nothing.
      'Content-Security-Policy': "default-src 'none'",
    };
    if (isKnown(c.req.header('If-None-Match'), picture.tag)) return c.body(null, 304, headers);
    const made = await picture.read();
    if (made && 'bytes' in made) {
      return c.body(new Uint8Array(made.bytes), 200, {
        ...headers,
        'Content-Type': picture.type,
        'Content-Length': String(made.bytes.byteLength),
      });
    }
    const instead = await drawing(c, wish);
    if (instead) return instead;
    if (!made) return notFound(c);
    return c.text('This picture cannot be had at the moment.', 503, {
      ...notKept,
      'Retry-After': String(Math.ceil(made.retryAfterMs / 1000)),
    });
  });
  routes.all('/pictures/*', (c) => c.text('Not found.', 404));
  return routes;
}
