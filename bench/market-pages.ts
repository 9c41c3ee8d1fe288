import { sql } from 'drizzle-orm';
import { createSeededRandom, type Random } from '#catalog/seeded-random.ts';
import { type Database, openDatabase } from '#database/client.ts';
import { text } from '#database/column-types.ts';
import { findRunningPostgres } from '#database/embedded-postgres/find-running-postgres.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { generateWord, type NonEmptyList } from './generated-words.ts';
import { acceptEncoding } from './load.ts';
import {
  formatMs,
  type Measurement,
  measureInterleaved,
  measureP95,
} from './measure-rounds-and-medians.ts';
import type { MeasuredServer } from './start-measured-server.ts';

const sellers = 100_000;
const listingsEach = 10;
const chunk = 10_000;

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
async function fill(dataDir: string, random: Random): Promise<NonEmptyList> {
  const connection = await findRunningPostgres(dataDir);
  if (!connection) throw new Error('The server to measure has no Postgres.');
  const db = openDatabase({ ...connection, max: 1, statement_timeout: 0 });
  try {
    const kinds = await listKindNames(db, {});
    const cardNames = kinds.flatMap(({ name }) => name.match(/[a-z]{3,}/g) ?? []);
    const sellerNames: string[] = [];
    for (let first = 0; first < sellers; first += chunk) {
      const names = Array.from({ length: chunk }, () => generateWord(random));
      await fillSellers(db, names, first);
      sellerNames.push(...names);
    }
    await db.$client.query('vacuum analyze');
    await db.$client.query('checkpoint').catch(() => undefined);
    // Half of the words are names of cards and half are names of sellers.
    const some = Array.from({ length: 2_000 }, (_, index) =>
      random.pick((index % 2 === 0 ? cardNames : sellerNames) as NonEmptyList),
    );
    return some.filter((word) => word.length >= 3) as NonEmptyList;
  } finally {
    await db.$client.end();
  }
}

/** Creates sellers with these names and listings of all card kinds. */
async function fillSellers(db: Database, names: readonly string[], first: number): Promise<void> {
  await db.execute(sql`
    with game as (select array_agg(id) as ids from games),
    kind as (
      select array_agg(id order by id) as ids from card_kinds where game_id is null
    ),
    account as (
      insert into users (username, display_username, name, email, registered_at)
      select username, username, name, username || '@example.com', now() - interval '30 days'
      from (select name || number as username, name
        from unnest(${sql.param(names)}::text[]) with ordinality as made(name, position),
          lateral (select position + ${first}::integer as number) as numbered) as named
      returning id
    ),
    wallet as (insert into wallets (user_id) select id from account),
    card as (
      insert into cards (owner_id, kind_id, game_id, state, origin, created_at)
      select account.id, kind.ids[1 + floor(random() * cardinality(kind.ids))],
        game.ids[1 + floor(random() * cardinality(game.ids))], 'listed', 'granted', now()
      from account, game, kind, generate_series(1, ${listingsEach})
      returning id, owner_id, kind_id, game_id
    )
    insert into market_listings (card_id, seller_id, kind_id, game_id, price, listed_at)
    select id, owner_id, kind_id, game_id, 1 + floor(random() * random() * 20000), now()
    from card order by random()`);
}
