import { sql } from 'drizzle-orm';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import { integer } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { summarizeSales } from '#domain/market/history/summarize-sales.ts';
import { generateListings } from './generated-listings.ts';
import { acceptEncoding } from './load.ts';
import {
  formatMs,
  type Measurement,
  measureInterleaved,
  measureP95,
} from './measure-rounds-and-medians.ts';
import { withServerDatabase } from './server-database.ts';
import type { MeasuredServer } from './start-measured-server.ts';

const players = 2_000;
const sales = 1_000_000;
const chunk = 50_000;
const kindId = 'default-crown';

/** Compares the page of a card that was sold a million times in a year with the page of its game. */
export async function cardPage(
  { origin, cookie }: MeasuredServer,
  dataDir: string,
): Promise<Measurement[]> {
  const gameId = await fill(dataDir);
  const headers = { 'Accept-Encoding': acceptEncoding, Cookie: cookie };
  const read = async (path: string) => {
    const response = await fetch(origin + path, { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  };
  const card = `/community/market/cards/${kindId}`;
  const pages = [
    ['The page of a card', `${card}?game=${gameId}`],
    ['The page of a card, its chart of all time', `${card}?game=${gameId}&range=all`],
    ['The page of a card of all games', card],
  ] as const;
  const measured: Measurement[] = [];
  for (const [name, path] of pages) {
    const { ours, theirs, ratio } = await measureInterleaved(
      () => measureP95(() => read(path)),
      () => measureP95(() => read(`/game-info/${gameId}`)),
    );
    measured.push({
      claim: `${name}, with ${sales.toLocaleString('en-US')} sales ÷ the page of its game, p95`,
      ours: formatMs(ours),
      theirs: formatMs(theirs),
      ratio,
      goal: { atMost: 1.5 },
    });
  }
  return measured;
}

const chooseGame = declareStatement<{ id: number }, Record<string, never>>(
  { id: integer },
  sql`select game.id from games as game
    where not exists (select from card_kinds as kind where kind.game_id = game.id)
    order by game.ratings_count desc nulls last, game.id limit 1`,
);

/** Fills the database of the server with players, listings and the sales. Returns the game of the card. */
function fill(dataDir: string): Promise<number> {
  return withServerDatabase(dataDir, async (db) => {
    const [game] = await chooseGame(db, {});
    if (!game) throw new Error('There is no game.');
    const random = createSeededRandom('card-page');
    await generateListings(db, { sellers: players, listingsEach: 10, random });
    // In the order of time, as sales are made, so that the ids are too.
    for (let first = 0; first < sales; first += chunk) {
      await db.execute(sql`
        with account as materialized (select array_agg(user_id) as ids from wallets),
        made as (
          select (${first}::integer + number) * interval '1 year' / ${sales}::integer - interval '1 year'
              as ago,
            1 + floor(random() * cardinality(ids))::integer as seller,
            floor(random() * (cardinality(ids) - 1))::integer as other,
            1200 + floor(random() * 1400)::bigint as price, ids
          from account, generate_series(1, ${chunk}::integer) as number
        )
        insert into market_sales
          (id, item_id, card_id, kind_id, game_id, seller_id, buyer_id, price, fee, transfer_id, sold_at)
        select uuidv7(ago), gen_random_uuid(), gen_random_uuid(), ${kindId}, ${game.id},
          ids[seller], ids[1 + (seller + other) % cardinality(ids)], price, price / 20,
          gen_random_uuid(), now() + ago
        from made`);
    }
    await db.$client.query('vacuum analyze');
    await summarizeSales({ db });
    await db.$client.query('vacuum analyze market_card_days');
    await db.$client.query('checkpoint').catch(() => undefined);
    return game.id;
  });
}
