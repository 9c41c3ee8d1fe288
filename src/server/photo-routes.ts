import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { findPicturePath, openPictureFile } from '#domain/pictures/open-picture-file.ts';
import { isRefusal } from '#shared/refusals.ts';
import type { Env } from './http.ts';
import { isKnown } from './if-none-match.ts';
import type { Services } from './services.ts';

const id = z.uuid().toLowerCase();
const fileForm = /^([0-9a-f]{64})\.webp$/;
const forEver = 'public, max-age=31536000, immutable';

/** Serves players' pictures by id and content, and leads from an id alone to its full size. */
export function photoRoutes(services: Pick<Services, 'files' | 'db'>): Hono<Env> {
  const routes = new Hono<Env>();
  const notFound = (c: Context) => c.text('Not found.', 404, { 'Cache-Control': 'no-store' });

  routes.get('/photos/:id/:file', async (c) => {
    const picture = id.safeParse(c.req.param('id'));
    const hash = fileForm.exec(c.req.param('file'))?.[1];
    if (!picture.success || !hash) return notFound(c);
    const headers = {
      'Content-Type': 'image/webp',
      'Cache-Control': forEver,
      ETag: `"${hash}"`,
      // Opened by itself it is a document, which may do nothing.
      'Content-Security-Policy': "default-src 'none'",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    };
    const file = await openPictureFile(services, { id: picture.data, hash });
    if (!file) return notFound(c);
    const known = isKnown(c.req.header('If-None-Match'), hash);
    if (!known && file.bytes !== null) c.header('Content-Length', String(file.bytes));
    if (known || c.req.method === 'HEAD') {
      file.stream.destroy();
      return c.body(null, known ? 304 : 200, headers);
    }
    return c.body(Readable.toWeb(file.stream) as ReadableStream, 200, headers);
  });

  routes.get('/photos/:id/', async (c) => {
    const picture = id.safeParse(c.req.param('id'));
    if (!picture.success) return notFound(c);
    try {
      const path = await findPicturePath(services, picture.data);
      return c.redirect(path, 302);
    } catch (error) {
      if (isRefusal(error)) return notFound(c);
      throw error;
    }
  });

  routes.all('/photos/*', notFound);
  return routes;
}
