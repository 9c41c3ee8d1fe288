import {
  type AddressKind,
  addressKinds,
  type CatalogueAddress,
  countAddresses,
  listAddresses,
  listCardAddresses,
  listGenresWithGames,
} from '#domain/catalogue/list-addresses.ts';
import type { Ctx } from '#domain/context.ts';

/** A fifth of what a file may list, so that one is read and written in a moment. */
const partSize = 10_000;

const pathOf: Record<AddressKind, string> = {
  game: '/game-info/',
  publisher: '/publisher/',
  developer: '/developer/',
};

interface Asked {
  /** Scheme and host that every address starts with. */
  origin: string;
  /** Which file: none for the whole, `shop`, or a kind and its number such as `game-2`. */
  part: string | null;
  /** For tests: how many addresses a file lists. */
  size?: number;
}

/**
 * The addresses that search engines should know, as XML (sitemaps.org): all in one file while they fit,
 * else a list of files. Null for a file that there is not.
 */
export async function sitemap(ctx: Pick<Ctx, 'db'>, asked: Asked): Promise<string | null> {
  const { origin, part, size = partSize } = asked;
  if (part === 'shop') return addressList(await shopEntries(ctx, origin));
  if (part !== null) return partOf(ctx, origin, part, size);

  const [counts, shop] = await Promise.all([countAddresses(ctx), shopEntries(ctx, origin)]);
  const total = addressKinds.reduce((sum, kind) => sum + counts[kind], shop.length);
  if (total > size) return fileList(origin, counts, size);
  const listed = await Promise.all(
    addressKinds.map((kind) => entriesOf(ctx, { origin, kind, part: 1, size })),
  );
  return addressList([...shop, ...listed.flat()]);
}

async function partOf(ctx: Pick<Ctx, 'db'>, origin: string, part: string, size: number) {
  const [, name, number] = /^([a-z]+)-([1-9]\d{0,4})$/.exec(part) ?? [];
  const kind = addressKinds.find((known) => known === name);
  if (!kind) return null;
  const entries = await entriesOf(ctx, { origin, kind, part: Number(number), size });
  return entries.length > 0 ? addressList(entries) : null;
}

async function entriesOf(
  ctx: Pick<Ctx, 'db'>,
  { origin, ...page }: { origin: string; kind: AddressKind; part: number; size: number },
): Promise<string[]> {
  const addresses = await listAddresses(ctx, page);
  return addresses.map(({ id, changedOn }: CatalogueAddress) =>
    entry(origin + pathOf[page.kind] + id, changedOn),
  );
}

async function shopEntries(ctx: Pick<Ctx, 'db'>, origin: string): Promise<string[]> {
  const [genres, cards] = await Promise.all([listGenresWithGames(ctx), listCardAddresses(ctx)]);
  const paths = [
    '/',
    '/about',
    '/reference',
    ...genres.map((slug) => `/?genre=${slug}`),
    ...cards.map((id) => `/community/market/cards/${id}`),
  ];
  return paths.map((path) => entry(origin + path));
}

const entry = (address: string, changedOn?: string) =>
  `<url><loc>${escaped(address)}</loc>${changedOn ? `<lastmod>${changedOn}</lastmod>` : ''}</url>`;

const addressList = (entries: string[]) => xml('urlset', entries);

function fileList(origin: string, counts: Record<AddressKind, number>, size: number): string {
  const parts = addressKinds.flatMap((kind) =>
    Array.from({ length: Math.ceil(counts[kind] / size) }, (_, index) => `${kind}-${index + 1}`),
  );
  const files = ['shop', ...parts].map(
    (part) => `<sitemap><loc>${escaped(`${origin}/sitemap.xml?part=${part}`)}</loc></sitemap>`,
  );
  return xml('sitemapindex', files);
}

const xml = (root: string, lines: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${root}>\n`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
