import {
  type AddressKind,
  addressKinds,
  type CatalogueAddress,
  countAddresses,
  listAddresses,
  listCardAddresses,
  listGenresWithGames,
} from '#domain/catalog/games/list-page-addresses.ts';
import type { Ctx } from '#domain/context.ts';
import { listDiscussionAddresses } from '#domain/discussions/list-discussion-addresses.ts';

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
  /** Which file: none for the whole, `shop`, `discussions`, or a kind and its number such as `game-2`. */
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
  const discussed = () => discussionEntries(ctx, origin, size);
  if (part === 'discussions') return listOrNone(await discussed());
  if (part !== null) return partOf(ctx, origin, part, size);

  const [counts, shop, talk] = await Promise.all([
    countAddresses(ctx),
    shopEntries(ctx, origin),
    discussed(),
  ]);
  const total = addressKinds.reduce((sum, kind) => sum + counts[kind], shop.length + talk.length);
  if (total > size) return fileList(origin, counts, { size, isDiscussed: talk.length > 0 });
  const listed = await Promise.all(
    addressKinds.map((kind) => entriesOf(ctx, { origin, kind, part: 1, size })),
  );
  return addressList([...shop, ...listed.flat(), ...talk]);
}

async function partOf(ctx: Pick<Ctx, 'db'>, origin: string, part: string, size: number) {
  const [, name, number] = /^([a-z]+)-([1-9]\d{0,4})$/.exec(part) ?? [];
  const kind = addressKinds.find((known) => known === name);
  if (!kind) return null;
  const entries = await entriesOf(ctx, { origin, kind, part: Number(number), size });
  return listOrNone(entries);
}

/** One file of them, the newest: who seeks older ones finds them by the list. */
async function discussionEntries(
  ctx: Pick<Ctx, 'db'>,
  origin: string,
  size: number,
): Promise<string[]> {
  const discussions = await listDiscussionAddresses(ctx, { limit: size - 1 });
  if (discussions.length === 0) return [];
  return [
    entry(`${origin}/community/discussion`),
    ...discussions.map(({ id, changedOn }) =>
      entry(`${origin}/community/discussions/${id}`, changedOn),
    ),
  ];
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
const listOrNone = (entries: string[]) => (entries.length > 0 ? addressList(entries) : null);

function fileList(
  origin: string,
  counts: Record<AddressKind, number>,
  { size, isDiscussed }: { size: number; isDiscussed: boolean },
): string {
  const parts = addressKinds.flatMap((kind) =>
    Array.from({ length: Math.ceil(counts[kind] / size) }, (_, index) => `${kind}-${index + 1}`),
  );
  const files = ['shop', ...parts, ...(isDiscussed ? ['discussions'] : [])].map(
    (part) => `<sitemap><loc>${escaped(`${origin}/sitemap.xml?part=${part}`)}</loc></sitemap>`,
  );
  return xml('sitemapindex', files);
}

const xml = (root: string, lines: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${root}>\n`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
