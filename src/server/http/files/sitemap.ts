import {
  countSitemapPages,
  listCardPageIds,
  listGenresWithGames,
  listSitemapPages,
  type PageKind,
  pageKinds,
  type SitemapPage,
} from '#domain/catalog/games/list-sitemap-pages.ts';
import type { Ctx } from '#domain/context.ts';
import { listSitemapDiscussions } from '#domain/discussions/lists/list-sitemap-discussions.ts';

/** URLs per file. The protocol allows five times as many, but smaller files are fast to create. */
const partSize = 10_000;

const pathPrefixes: Record<PageKind, string> = {
  game: '/game-info/',
  publisher: '/publisher/',
  developer: '/developer/',
};

interface SitemapOptions {
  /** The scheme and host of every URL. */
  origin: string;
  /** The file: null for the whole sitemap, `shop`, `discussions`, or a kind with a number such as `game-2`. */
  part: string | null;
  /** URLs per file; tests use smaller files. */
  size?: number;
}

/**
 * Creates the sitemap as XML (sitemaps.org): one file if all URLs fit into it, else a list of files. Null
 * if the requested file does not exist.
 */
type SitemapCtx = Pick<Ctx, 'db' | 'clock' | 'readCache'>;

export async function createSitemap(
  ctx: SitemapCtx,
  options: SitemapOptions,
): Promise<string | null> {
  const { origin, part, size = partSize } = options;
  if (part === 'shop') return createUrlList(await createShopEntries(ctx, origin));
  const readDiscussions = () => createDiscussionEntries(ctx, origin, size);
  if (part === 'discussions') return createListOrNull(await readDiscussions());
  if (part !== null) return createPart(ctx, origin, part, size);

  const [counts, shop, discussionPages] = await Promise.all([
    countSitemapPages(ctx),
    createShopEntries(ctx, origin),
    readDiscussions(),
  ]);
  const total = pageKinds.reduce(
    (sum, kind) => sum + counts[kind],
    shop.length + discussionPages.length,
  );
  if (total > size)
    return createFileList(origin, counts, { size, isDiscussed: discussionPages.length > 0 });
  const listed = await Promise.all(
    pageKinds.map((kind) => createEntries(ctx, { origin, kind, part: 1, size })),
  );
  return createUrlList([...shop, ...listed.flat(), ...discussionPages]);
}

async function createPart(ctx: Pick<Ctx, 'db'>, origin: string, part: string, size: number) {
  const [, name, number] = /^([a-z]+)-([1-9]\d{0,4})$/.exec(part) ?? [];
  const kind = pageKinds.find((known) => known === name);
  if (!kind) return null;
  const entries = await createEntries(ctx, { origin, kind, part: Number(number), size });
  return createListOrNull(entries);
}

/** One file with the newest discussions. Older ones can be found through the list of discussions. */
async function createDiscussionEntries(
  ctx: SitemapCtx,
  origin: string,
  size: number,
): Promise<string[]> {
  const discussions = await listSitemapDiscussions(ctx, { limit: size - 1 });
  if (discussions.length === 0) return [];
  return [
    createEntry(`${origin}/community/discussion`),
    ...discussions.map(({ id, changedOn }) =>
      createEntry(`${origin}/community/discussions/${id}`, changedOn),
    ),
  ];
}

async function createEntries(
  ctx: Pick<Ctx, 'db'>,
  { origin, ...page }: { origin: string; kind: PageKind; part: number; size: number },
): Promise<string[]> {
  const pages = await listSitemapPages(ctx, page);
  return pages.map(({ id, changedOn }: SitemapPage) =>
    createEntry(origin + pathPrefixes[page.kind] + id, changedOn),
  );
}

async function createShopEntries(ctx: SitemapCtx, origin: string): Promise<string[]> {
  const [genres, cards] = await Promise.all([listGenresWithGames(ctx), listCardPageIds(ctx)]);
  const paths = [
    '/',
    '/about',
    '/reference',
    ...genres.map((slug) => `/?genre=${slug}`),
    ...cards.map((id) => `/community/market/cards/${id}`),
  ];
  return paths.map((path) => createEntry(origin + path));
}

const createEntry = (url: string, changedOn?: string) =>
  `<url><loc>${escapeXml(url)}</loc>${changedOn ? `<lastmod>${changedOn}</lastmod>` : ''}</url>`;

const createUrlList = (entries: string[]) => createXml('urlset', entries);
const createListOrNull = (entries: string[]) =>
  entries.length > 0 ? createUrlList(entries) : null;

function createFileList(
  origin: string,
  counts: Record<PageKind, number>,
  { size, isDiscussed }: { size: number; isDiscussed: boolean },
): string {
  const parts = pageKinds.flatMap((kind) =>
    Array.from({ length: Math.ceil(counts[kind] / size) }, (_, index) => `${kind}-${index + 1}`),
  );
  const files = ['shop', ...parts, ...(isDiscussed ? ['discussions'] : [])].map(
    (part) => `<sitemap><loc>${escapeXml(`${origin}/sitemap.xml?part=${part}`)}</loc></sitemap>`,
  );
  return createXml('sitemapindex', files);
}

const createXml = (root: string, lines: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${root}>\n`;

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
