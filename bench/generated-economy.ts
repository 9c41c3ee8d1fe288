import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { createCardSets, createGame } from '#test/fixtures/factories.ts';

/** What a player does in 40 days. Each top-up, reward and game makes two ledger entries, each sale three. */
const topUps = 6;
const rewards = 8;
const gamesEach = 2;
const salesEach = 6;
const cardsEach = 6;

/** The number of ledger entries for each player. */
export const entriesPerPlayer = 2 * (topUps + rewards + gamesEach) + 3 * salesEach;

/** Cents; the fee is 7 percent, rounded down. */
const prices = { topUp: 50_00, reward: 20_00, game: 9_99 };

/**
 * Fills an empty, migrated database with a valid economy of `players`, as the application would have
 * created it: they add money, buy games, play for cards and sell them to each other. One account more for
 * each 100 players is a guest that was retired.
 */
export async function fillEconomy(db: Database, players: number): Promise<void> {
  await createCardSets(db);
  const games: number[] = [];
  for (let number = 0; number < gamesEach; number += 1) games.push((await createGame(db)).id);
  await createPlayers(db, players);
  for (let day = 0; day < topUps; day += 1) {
    await move(db, { day, kind: 'top-up', system: 'top-ups', cents: prices.topUp });
  }
  for (const gameId of games) {
    await move(db, { day: 0, kind: 'game', system: 'store', cents: -prices.game, gameId });
  }
  const [gameId = 0] = games;
  await play(db, gameId);
  for (let day = 0; day < rewards; day += 1) {
    await move(db, { day, kind: 'daily-reward', system: 'daily-rewards', cents: prices.reward });
  }
  for (let round = 0; round < salesEach; round += 1) await sell(db, { round, gameId, players });
  await list(db);
  await retire(db, Math.ceil(players / 100));
  await db.$client.query('drop table player, dealt');
  await db.$client.query('vacuum analyze');
  await db.$client.query('checkpoint').catch(() => undefined);
}

/** A time on one of the 40 days, as SQL. */
const on = (day: number, hour: number) =>
  sql`((select min(began) from player) + ${day * 24 + hour}::integer * interval '1 hour')`;

/** Creates numbered accounts with wallets that registered on the first day. */
async function createPlayers(db: Database, players: number): Promise<void> {
  await db.execute(sql`
    create unlogged table player as
      select number, uuidv7() as id,
        date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '40 days' as began
      from generate_series(0, ${sql.raw(String(players - 1))}) as number`);
  await db.execute(sql`alter table player add primary key (number)`);
  await db.execute(sql`
    insert into users (id, username, display_username, email, registered_at, last_seen_at)
    select id, 'player' || number, 'Player' || number, 'player' || number || '@example.test',
      began, now() from player`);
  await db.execute(sql`insert into wallets (user_id) select id from player`);
  await db.$client.query('analyze');
}

interface Move {
  day: number;
  kind: 'top-up' | 'daily-reward' | 'game';
  system: 'top-ups' | 'daily-rewards' | 'store';
  /** Cents that each player gains. */
  cents: number;
  gameId?: number;
}

/** Makes the same movement in every wallet, with the row that it was made for. */
async function move(db: Database, { day, kind, system, cents, gameId = 0 }: Move): Promise<void> {
  const at = on(day, kind === 'top-up' ? 1 : 2);
  const utcDay = sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD')`;
  const books: Record<Move['kind'], SQL> = {
    'top-up': sql`insert into top_up_days (user_id, day, amount)
      select user_id, ${utcDay}, ${cents}::bigint from moved`,
    'daily-reward': sql`insert into daily_rewards (user_id, day, transfer_id)
      select user_id, ${utcDay}, transfer_id from moved`,
    game: sql`insert into owned_games (user_id, game_id, transfer_id, bought_at)
      select user_id, ${gameId}::integer, transfer_id, ${at} from moved`,
  };
  await db.execute(sql`
    with paid as (
      update wallets set balance = balance + ${cents}::bigint returning user_id, balance
    ),
    moved as materialized (select *, gen_random_uuid() as transfer_id from paid),
    book as (${books[kind]})
    insert into ledger_entries
      (transfer_id, kind, wallet_id, system_account, amount, balance_after, subject, created_at)
    select transfer_id, ${kind}, side.*,
      (select name from games where id = ${gameId}::integer), ${at}
    from moved cross join lateral (values
      (user_id, null, ${cents}::bigint, balance), (null, ${system}, -${cents}::bigint, null)
    ) as side`);
}

/** For each round, which card of each player is sold, and the distance to its seller and buyer. */
const rounds = [0, 1, 2, 3, 4, 3].map((slot, round) => ({
  slot,
  // The card that is sold twice is sold by the buyer of its first sale.
  seller: round === 5 ? 4 : 0,
  buyer: round === 5 ? 9 : slot + 1,
}));

/** Creates a play session with six cards for every player. */
async function play(db: Database, gameId: number): Promise<void> {
  await db.execute(sql`
    with session as (
      insert into play_sessions (user_id, game_id, started_at, cycle_started_at, last_call_at, ended_at)
      select id, ${gameId}::integer, ${on(0, 3)}, ${on(0, 3)} + interval '90 s',
        ${on(0, 3)} + interval '90 s', ${on(0, 3)} + interval '91 s' from player
      returning id, user_id
    ),
    counted as (
      insert into award_days (user_id, day, awards)
      select user_id, to_char(${on(0, 3)} at time zone 'UTC', 'YYYY-MM-DD'), ${cardsEach}::integer
      from session
    ),
    kind as (
      select array_agg(id order by position) as ids from card_kinds where game_id is null
    )
    insert into cards (owner_id, kind_id, game_id, origin, play_session_id, created_at)
    select session.user_id, kind.ids[1 + (slot + player.number) % cardinality(kind.ids)],
      ${gameId}::integer, 'played', session.id, ${on(0, 3)} + (slot + 1) * interval '15 s'
    from session join player on player.id = session.user_id cross join kind
      cross join generate_series(0, ${cardsEach - 1}::integer) as slot`);
  await db.execute(sql`
    create unlogged table dealt as
      select card.id, player.number, card.kind_id,
        (row_number() over (partition by player.number order by card.created_at) - 1)::integer as slot
      from cards as card join player on player.id = card.owner_id`);
  await db.$client.query('analyze');
}

/** Each player sells a card to another player and buys one. The first round is on the first day. */
async function sell(
  db: Database,
  { round, gameId, players }: { round: number; gameId: number; players: number },
): Promise<void> {
  const { slot, seller, buyer } = rounds[round] ?? { slot: 0, seller: 0, buyer: 1 };
  const at = on(round * 5, 20);
  const someone = (places: number) =>
    sql`(dealt.number + ${places}::integer) % ${players}::integer`;
  await db.execute(sql`
    insert into market_sales
      (item_id, card_id, kind_id, game_id, seller_id, buyer_id, price, fee, transfer_id, sold_at)
    select uuidv7(), dealt.id, dealt.kind_id, ${gameId}::integer, seller.id, buyer.id, price,
      price * 7 / 100, gen_random_uuid(), ${at}
    from dealt
    join player as seller on seller.number = ${someone(seller)}
    join player as buyer on buyer.number = ${someone(buyer)}
    cross join lateral (select 20 + dealt.number % 600 as price) as asked
    where dealt.slot = ${slot}::integer`);
  // Without it the joins below are planned for an empty table and take minutes.
  await db.$client.query('analyze market_sales');
  const sides = [
    { who: sql`buyer_id`, gains: sql`-price` },
    { who: sql`seller_id`, gains: sql`price - fee` },
  ];
  for (const { who, gains } of sides) {
    await db.execute(sql`
      with paid as (
        update wallets set balance = balance + (${gains}) from market_sales
        where user_id = ${who} and sold_at = ${at}
        returning transfer_id, user_id, ${gains} as gained, balance
      )
      insert into ledger_entries
        (transfer_id, kind, wallet_id, amount, balance_after, subject, created_at)
      select transfer_id, 'sale', user_id, gained, balance, 'A card (a game)', ${at} from paid`);
  }
  await db.execute(sql`
    insert into ledger_entries
      (transfer_id, kind, system_account, amount, subject, created_at)
    select transfer_id, 'sale', 'fees', fee, 'A card (a game)', ${at}
    from market_sales where sold_at = ${at}`);
  // The trigger of moved cards compares each pair of cards of a statement if the sets of their owners wait to be
  // checked. Statements of the application move a few cards; this one moves those of all players.
  await db.$client.query('truncate pending_set_checks');
  await db.execute(sql`
    update cards set owner_id = buyer_id from market_sales
    where card_id = cards.id and sold_at = ${at}`);
  if (round > 0) return;
  await db.execute(sql`
    insert into market_first_days (user_id, sold, bought)
    select user_id, sum(sold), sum(bought) from (
      select seller_id as user_id, price as sold, 0 as bought from market_sales
      union all select buyer_id, 0, price from market_sales
    ) as traded group by user_id`);
}

/** Puts some cards for sale: some that were bought in the last round, and some that were never sold. */
async function list(db: Database): Promise<void> {
  await db.execute(sql`
    with listed as (
      update cards set state = 'listed' from dealt
      where dealt.id = cards.id and dealt.slot in (3, 5) and dealt.number % 2 = 0
      returning cards.id, cards.owner_id, cards.kind_id, cards.game_id, dealt.number
    )
    insert into market_listings (card_id, seller_id, kind_id, game_id, price, listed_at)
    select id, owner_id, kind_id, game_id, 20 + number % 600, now() from listed`);
}

/** Creates guests who claimed one reward, did not return and were retired. */
async function retire(db: Database, guests: number): Promise<void> {
  const reward = sql`${prices.reward}::bigint`;
  await db.execute(sql`
    with gone as materialized (
      select uuidv7() as id, gen_random_uuid() as rewarded, gen_random_uuid() as expired, number
      from generate_series(1, ${guests}::integer) as number
    ),
    account as (
      insert into users (id, username, display_username, name, email, role)
      select id, 'former-' || number, 'former-' || number, 'Former guest',
        'former-' || number || '@guest.invalid', 'guest' from gone
      returning id
    ),
    wallet as (insert into wallets (user_id) select id from account),
    book as (
      insert into daily_rewards (user_id, day, transfer_id)
      select id, to_char(${on(0, 2)} at time zone 'UTC', 'YYYY-MM-DD'), rewarded from gone
    )
    insert into ledger_entries
      (transfer_id, kind, wallet_id, system_account, amount, balance_after, created_at)
    select side.* from gone cross join lateral (values
      (rewarded, 'daily-reward', id, null, ${reward}, ${reward}, ${on(0, 2)}),
      (rewarded, 'daily-reward', null, 'daily-rewards', -${reward}, null, ${on(0, 2)}),
      (expired, 'guest-expired', id, null, -${reward}, 0, ${on(35, 2)}),
      (expired, 'guest-expired', null, 'store', ${reward}, null, ${on(35, 2)})
    ) as side`);
}
