import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Context, Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { pictureFileName } from '#domain/gallery/storage/file-store.ts';
import { getSiteSettingsOrDefaults } from '#domain/site/read-site-settings.ts';
import { renderIcon, toIco } from '#integrations/sharp/icon-renderer.ts';
import { getArtDirectory } from '#server/bootstrap/art-directory.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { servedPicturesPath } from '#shared/constants/gallery/gallery-paths.ts';
import {
  type ChosenPicture,
  getChosenPicture,
} from '#shared/schemas/administration/site-pictures.ts';
import type { Env } from '../hono-env.ts';
import { matchesETag } from './if-none-match.ts';

interface IconFile {
  side: number;
  type: 'image/png' | 'image/x-icon';
  /** Phones show transparent parts of their icons as black. */
  isOpaque: boolean;
  /** How much of the side the logo takes, 0 to 1; all of it by default. */
  share?: number;
}

/** Systems cut maskable icons into any shape that has the inner circle, 80% of the side. The square in it is 56%. */
const maskable = { type: 'image/png', isOpaque: true, share: 0.56 } as const;

/** The icons that browsers and phones ask for by name. */
const icons: Record<string, IconFile> = {
  '/favicon.ico': { side: 32, type: 'image/x-icon', isOpaque: false },
  '/icon-192.png': { side: 192, type: 'image/png', isOpaque: false },
  '/icon-512.png': { side: 512, type: 'image/png', isOpaque: false },
  '/icon-maskable-192.png': { side: 192, ...maskable },
  '/icon-maskable-512.png': { side: 512, ...maskable },
  '/apple-touch-icon.png': { side: 180, type: 'image/png', isOpaque: true },
  '/apple-touch-icon-precomposed.png': { side: 180, type: 'image/png', isOpaque: true },
};

/** The colour of a light page. */
const opaqueBackground = '#fbfaf7';

/** As long as robots.txt: then a new logo is seen. */
const caching = 'public, max-age=600';

interface Rendered {
  body: Uint8Array<ArrayBuffer>;
  tag: string;
}

/** Serves the logo of the site as icons, each rendered once. Without a logo they are those of the design. */
export function createIconRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();
  const cache = new LRUCache<string, Rendered, { icon: IconFile; logo: ChosenPicture | null }>({
    // Those of the logo and of the one before.
    max: 2 * Object.keys(icons).length,
    fetchMethod: async (_key, _old, { context: { icon, logo } }) => {
      const picture = (logo && (await readLogo(services, logo))) ?? (await readDesignIcon());
      const background = icon.isOpaque ? opaqueBackground : null;
      const png = await renderIcon({ picture, background, share: icon.share ?? 1 }, icon.side);
      const body = icon.type === 'image/png' ? png : toIco(png, icon.side);
      return { body, tag: createHash('sha256').update(body).digest('base64url') };
    },
  });

  const respond = async (c: Context<Env>, icon: IconFile) => {
    const logo = getChosenPicture((await getSiteSettingsOrDefaults(services)).logo);
    const key = `${c.req.path} ${logo?.full.path}`;
    const rendered = await cache.forceFetch(key, { context: { icon, logo } });
    const headers = { 'Cache-Control': caching, ETag: `"${rendered.tag}"` };
    if (matchesETag(c.req.header('If-None-Match'), rendered.tag)) return c.body(null, 304, headers);
    return c.body(rendered.body, 200, { ...headers, 'Content-Type': icon.type });
  };
  for (const [name, icon] of Object.entries(icons)) routes.get(name, (c) => respond(c, icon));
  return routes;
}

const readDesignIcon = () => readFile(path.join(getArtDirectory(), 'favicon.svg'));

/** The stored file of a logo; null if the file store does not have it. */
async function readLogo(
  { gallery }: Pick<Services, 'gallery'>,
  { full }: ChosenPicture,
): Promise<Uint8Array | null> {
  const [id = '', file = ''] = full.path.slice(servedPicturesPath.length).split('/');
  const stored = await gallery.fileStore.open(pictureFileName(id, file.replace(/\.webp$/, '')));
  return stored && buffer(stored.stream);
}
