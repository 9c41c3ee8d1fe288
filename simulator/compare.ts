import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { marketConstants } from '#shared/constants/market.ts';
import { outOfPlace } from './misplaced-rows.ts';
import type { Account, Model } from './model.ts';
import { rules, type World } from './world.ts';

/** What the database has of an account. Money in cents. */
interface Found {
  id: string;
  balance: number;
  topUps: number;
  rewards: number;
  /** What went to the store when it was retired. */
  expired: number;
  games: number;
  awards: number;
  cards: number;
  open: number;
}

const batch = 5_000;

/**
 * Compares what was acknowledged with what is there: each acknowledged effect once, and no other.
 * Answers what differs, a line each.
 */
export async function compare(db: Database, { model, time }: World): Promise<string[]> {
  const faults: string[] = [];
  const traded = await compareSales(db, model, faults);
  const found = new Map((await readAccounts(db)).map((row) => [row.id, row]));
  for (const account of model.accounts) {
    const { actor, topUps, rewards, games, awards, grants, listed, removed } = account;
    const { spent, earned, bought, sold } = traded.get(account) ?? nothing();
    const there = found.get(actor.id);
    // Nobody is told how much a retired guest had; that it was no more than that, the balance tells.
    const expired = there?.expired ?? 0;
    const expected = {
      id: actor.id,
      balance: topUps + rewards - games.size * rules.gamePriceCents - spent + earned - expired,
      topUps,
      rewards,
      games: games.size,
      awards,
      cards: awards + grants + bought - sold,
      open: listed - removed - sold,
    };
    found.delete(actor.id);
    for (const [what, wanted] of Object.entries(expected)) {
      const is = there?.[what as keyof Found];
      if (is === wanted) continue;
      faults.push(`${actor.username} (${actor.id}): ${what} is ${is} instead of ${wanted}`);
    }
  }
  // Who is not told of a new account begins another; the first stays empty.
  for (const { id, ...has } of found.values()) {
    if (Object.values(has).some((value) => value !== 0)) faults.push(`${id} is nobody's`);
  }
  faults.push(...(await brokenLimits(db)), ...(await outOfPlace(db, new Date(time))));
  faults.push(...(await totals(db, model)));
  return faults;
}

const nothing = () => ({ spent: 0, earned: 0, bought: 0, sold: 0 });

/** Each sale that is there against what its buyer and its seller were told; answers who traded what. */
async function compareSales(db: Database, model: Model, faults: string[]) {
  const { offers, sales } = model;
  const traded = new Map<Account, ReturnType<typeof nothing>>();
  const of = (account: Account) => {
    const entry = traded.get(account) ?? nothing();
    traded.set(account, entry);
    return entry;
  };
  const missing = new Set(sales.keys());
  for (let after = ''; ; ) {
    const rows = await db.query.marketSales.findMany({
      where: after ? (table, { gt }) => gt(table.id, after) : undefined,
      orderBy: (table, { asc }) => asc(table.id),
      limit: batch,
    });
    for (const { itemId, sellerId, buyerId, price, fee } of rows) {
      const offer = offers.get(itemId);
      const buyer = sales.get(itemId);
      if (!missing.delete(itemId) || !offer || !buyer) {
        faults.push(`${itemId} was sold, and nobody was told`);
        continue;
      }
      if (buyer.actor.id !== buyerId) faults.push(`${itemId} was sold to somebody else`);
      if (offer.seller.actor.id !== sellerId) faults.push(`${itemId} was somebody else's`);
      if (offer.price !== price) faults.push(`${itemId} cost ${price}, shown was ${offer.price}`);
      if (fee !== Math.floor((price * rules.marketFeePercent) / 100)) {
        faults.push(`${itemId} had a fee of ${fee} on ${price}`);
      }
      of(buyer).spent += offer.price;
      of(buyer).bought += 1;
      of(offer.seller).earned += offer.price - fee;
      of(offer.seller).sold += 1;
    }
    const last = rows.at(-1);
    if (!last || rows.length < batch) break;
    after = last.id;
  }
  for (const itemId of missing) faults.push(`the sale of ${itemId} is lost`);
  return traded;
}

async function readAccounts(db: Database): Promise<Found[]> {
  const { rows } = await db.execute<Record<keyof Found, string>>(sql`
    select u.id, w.balance, coalesce(added.top_ups, 0) as "topUps",
      coalesce(added.rewards, 0) as "rewards", coalesce(added.expired, 0) as "expired",
      coalesce(owned.games, 0) as "games",
      coalesce(played.awards, 0) as "awards", coalesce(has.cards, 0) as "cards",
      coalesce(listed.open, 0) as "open"
    from users u
    join wallets w on w.user_id = u.id
    left join (
      select wallet_id, sum(amount) filter (where kind = 'top-up') as top_ups,
        sum(amount) filter (where kind = 'daily-reward') as rewards,
        -sum(amount) filter (where kind = 'guest-expired') as expired
      from ledger_entries group by wallet_id
    ) added on added.wallet_id = u.id
    left join (select user_id, count(*) as games from owned_games group by 1) owned
      on owned.user_id = u.id
    left join (
      select s.user_id, count(*) as awards from cards c join play_sessions s
        on s.id = c.play_session_id group by 1
    ) played on played.user_id = u.id
    left join (select owner_id, count(*) as cards from cards group by 1) has on has.owner_id = u.id
    left join (select seller_id, count(*) as open from market_items group by 1) listed
      on listed.seller_id = u.id`);
  return rows.map(({ id, ...counts }) => {
    const numbers = Object.entries(counts).map(([name, value]) => [name, Number(value)]);
    return { id, ...Object.fromEntries(numbers) };
  });
}

/** Limits that the tables do not know of. */
async function brokenLimits(db: Database): Promise<string[]> {
  // A card is due half a second before the cycle ends.
  const cycleMs = rules.playCycleMs - 500;
  const { rows } = await db.execute<{ fault: string }>(sql`
    select 'top-ups of ' || day || ' are ' || amount as fault from top_up_days
      where amount > ${rules.topUpDailyCents}
    union all select 'awards of ' || day || ' are ' || awards from award_days
      where awards > ${rules.awardsPerDay}
    union all select seller_id || ' has ' || count(*) || ' listings' from market_items
      group by seller_id having count(*) > ${marketConstants.openMax}
    union all select 'card ' || id || ' came too early' from (
      select id, created_at - lag(created_at) over (
        partition by play_session_id order by created_at) as since
      from cards where origin = 'played') as card
      where since < ${cycleMs}::integer * interval '1 millisecond'`);
  return rows.map(({ fault }) => fault);
}

/** What is in the house against what came into it. */
async function totals(db: Database, model: Model): Promise<string[]> {
  const sum = (of: (account: Account) => number) =>
    model.accounts.reduce((total, account) => total + of(account), 0);
  const { rows } = await db.execute<{ money: string; cards: string }>(sql`
    select (select sum(balance) from wallets)
      + coalesce((select sum(amount) from ledger_entries where system_account in ('store', 'fees')), 0)
        as money,
      (select count(*) from cards) as cards`);
  const came = sum(({ topUps, rewards }) => topUps + rewards);
  const awarded = sum(({ awards, grants }) => awards + grants);
  const faults: string[] = [];
  if (Number(rows[0]?.money) !== came) faults.push(`${rows[0]?.money} cents of ${came} are there`);
  if (Number(rows[0]?.cards) !== awarded) {
    faults.push(`${rows[0]?.cards} cards of ${awarded} are there`);
  }
  return faults;
}
