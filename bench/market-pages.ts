import { sql } from 'drizzle-orm';
import { createSeededRandom, type Random } from '#catalog/seeded-random.ts';
import { text } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { generateListings } from './generated-listings.ts';
import type { NonEmptyList } from './generated-words.ts';
import { acceptEncoding } from './load.ts';
import {
  formatMs,
  type Measurement,
  measureInterleaved,
  measureP95,
} from './measure-rounds-and-medians.ts';
import { withServerDatabase } from './server-database.ts';
import type { MeasuredServer } from './start-measured-server.ts';

const sellers = 100_000;
const listingsEach = 10;

/** Compares pages of a market with a million listings with the shop page, both for a logged-in player. */
export async function marketPages(
  { origin, cookie }: MeasuredServer,
  dataDir: string,
): Promise<Measurement[]> {
  const random = createSeededRandom('market-pages');
  const words = await fill(dataDir, random);
  const headers = { 'Accept-Encoding': acceptEncoding, Cookie: cookie };
  const read = async (path: string) => {
    const response = await fetch(origin + path, { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  };
  const someTerm = () => {
    const word = random.pick(words);
    const start = Math.floor(random.between(0, word.length - 2));
    return word.slice(start, start + 3);
  };
  const pages: [string, () => string][] = [
    ['The market', () => '/community/market'],
    ['The market, cheapest first', () => '/community/market?order=price'],
    ['The cards of the market', () => '/community/market/cards'],
    ['The cards of the market, lowest price first', () => '/community/market/cards?order=price'],
    ['The market, searched with 3 characters', () => `/community/market?q=${someTerm()}`],
  ];
  const measured: Measurement[] = [];
  for (const [name, path] of pages) {
    const { ours, theirs, ratio } = await measureInterleaved(
      () => measureP95(() => read(path())),
      () => measureP95(() => read('/')),
    );
    measured.push({
      claim: `${name}, with ${(sellers * listingsEach).toLocaleString('en-US')} open listings ÷ an uncached shop page, p95`,
      ours: formatMs(ours),
      theirs: formatMs(theirs),
      ratio,
      goal: { atMost: 2 },
    });
  }
  return measured;
}

const listKindNames = declareStatement<{ name: string }, Record<string, never>>(
  { name: text },
  sql`select distinct lower(name) as name from card_kinds`,
);

/** Fills the database of the server. Returns words to search for: names of cards and sellers. */
function fill(dataDir: string, random: Random): Promise<NonEmptyList> {
  return withServerDatabase(dataDir, async (db) => {
    const kinds = await listKindNames(db, {});
    const cardNames = kinds.flatMap(({ name }) => name.match(/[a-z]{3,}/g) ?? []);
    const sellerNames = await generateListings(db, { sellers, listingsEach, random });
    await db.$client.query('vacuum analyze');
    await db.$client.query('checkpoint').catch(() => undefined);
    // Half of the words are names of cards and half are names of sellers.
    const some = Array.from({ length: 2_000 }, (_, index) =>
      random.pick((index % 2 === 0 ? cardNames : sellerNames) as NonEmptyList),
    );
    return some.filter((word) => word.length >= 3) as NonEmptyList;
  });
}
