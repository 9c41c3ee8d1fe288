import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { findPictureUrl } from '#domain/gallery/find-picture-url.ts';
import { openPictureFile } from '#domain/gallery/storage/open-picture-file.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { pictureConstants } from '#shared/constants/gallery/gallery.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import type { Env } from '../hono-env.ts';
import { readSessionOfRequest } from '../session-of-request.ts';
import { matchesETag } from './if-none-match.ts';

const pictureId = z.uuid().toLowerCase();
const filePattern = /^([0-9a-f]{64})\.webp$/;
const previewPattern = /-\/preview\/(\d{1,5})x\1\//;
const immutableCaching = 'public, max-age=31536000, immutable';

/** Serves players' pictures by id and content hash. Redirects there from an id with Uploadcare's size options. */
export function createGalleryFileRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();
  const notFound = (c: Context) => c.text('Not found.', 404, { 'Cache-Control': 'no-store' });

  routes.get('/photos/:id/:file', async (c) => {
    const picture = pictureId.safeParse(c.req.param('id'));
    const hash = filePattern.exec(c.req.param('file'))?.[1];
    if (!picture.success || !hash) return notFound(c);
    const getActor = async () => {
      const session = await readSessionOfRequest(services, c.req.raw, c.get('address'));
      if (session.setCookie) c.header('Set-Cookie', session.setCookie);
      return session.actor;
    };
    const file = await openPictureFile(services, { id: picture.data, hash, getActor });
    if (!file) return notFound(c);
    const headers = {
      'Content-Type': 'image/webp',
      // A hidden picture must be in no cache: it is for this reader alone.
      'Cache-Control': file.isHidden ? 'private, no-store' : immutableCaching,
      ETag: `"${hash}"`,
      'Cross-Origin-Resource-Policy': file.isHidden ? 'same-origin' : 'cross-origin',
    };
    const known = matchesETag(c.req.header('If-None-Match'), hash);
    if (!known && file.bytes !== null) c.header('Content-Length', String(file.bytes));
    if (known || c.req.method === 'HEAD') {
      file.stream.destroy();
      return c.body(null, known ? 304 : 200, headers);
    }
    return c.body(Readable.toWeb(file.stream) as ReadableStream, 200, headers);
  });

  // As with Uploadcare, options follow the id. Only the size is used: the format is always WebP without
  // metadata.
  routes.on('GET', ['/photos/:id/', '/photos/:id/-/*'], async (c) => {
    const picture = pictureId.safeParse(c.req.param('id'));
    if (!picture.success) return notFound(c);
    const side = Number(previewPattern.exec(c.req.path)?.[1] ?? Number.NaN);
    const size = side <= pictureConstants.thumbnailSide ? 'thumbnail' : 'full';
    try {
      const url = await findPictureUrl(services, { id: picture.data, size });
      return c.redirect(url, 302);
    } catch (error) {
      if (isAppError(error)) return notFound(c);
      throw error;
    }
  });

  routes.all('/photos/*', notFound);
  return routes;
}
