import { sql } from 'drizzle-orm';
import type { Random } from '#catalog/seeded-random.ts';
import type { Database } from '#database/client.ts';
import { generateWord } from './generated-words.ts';

const chunk = 10_000;

/** Fills the market of a database that contains the catalog. Returns the names of the sellers. */
export async function generateListings(
  db: Database,
  { sellers, listingsEach, random }: { sellers: number; listingsEach: number; random: Random },
): Promise<string[]> {
  const all: string[] = [];
  for (let first = 0; first < sellers; first += chunk) {
    const length = Math.min(chunk, sellers - first);
    const names = Array.from({ length }, () => generateWord(random));
    await createSellers(db, { names, first, listingsEach });
    all.push(...names);
  }
  return all;
}

/** Creates sellers with these names and listings of all card kinds. */
async function createSellers(
  db: Database,
  { names, first, listingsEach }: { names: readonly string[]; first: number; listingsEach: number },
): Promise<void> {
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
