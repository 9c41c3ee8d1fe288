import { Hono } from 'hono';
import type { Pictures } from '#domain/catalogue/get-picture.ts';
import { readPictureAddress } from '#domain/catalogue/picture-address.ts';
import type { Env } from './http.ts';

const forEver = 'public, max-age=31536000, immutable';

/** Serves the pictures of games that lie elsewhere, and those that are made for sharing. */
export function pictureRoutes(pictures: Pictures): Hono<Env> {
  const routes = new Hono<Env>();

  routes.get('/pictures/*', async (c) => {
    // As it was sent: a path that needs decoding is none that we made.
    const wish = readPictureAddress(new URL(c.req.url).pathname);
    const picture = wish && (await pictures.find(wish));
    if (!picture) return c.text('Not found.', 404, { 'Cache-Control': 'no-store' });
    const headers = {
      'Cache-Control': forEver,
      ETag: `"${picture.tag}"`,
      // Opened by itself it is a document, which may do nothing.
      'Content-Security-Policy': "default-src 'none'",
    };
    if (isKnown(c.req.header('If-None-Match'), picture.tag)) return c.body(null, 304, headers);
    const made = await picture.read();
    if (!made) return c.text('Not found.', 404, { 'Cache-Control': 'no-store' });
    if ('retryAfterMs' in made) {
      return c.text('This picture cannot be had at the moment.', 503, {
        'Cache-Control': 'no-store',
        'Retry-After': String(Math.ceil(made.retryAfterMs / 1000)),
      });
    }
    return c.body(new Uint8Array(made.bytes), 200, {
      ...headers,
      'Content-Type': picture.type,
      'Content-Length': String(made.bytes.byteLength),
    });
  });
  routes.all('/pictures/*', (c) => c.text('Not found.', 404));
  return routes;
}

/** Whether a browser has the picture already; a proxy may have made its tag a weak one. */
function isKnown(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((given) => given.trim().replace(/^W\//, '') === `"${tag}"`);
}
