import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { bigintText, text } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { collectionConstants } from '#shared/constants/collections.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { isSavedFee, largestTopUps } from './changing-rules.ts';
import { compareCardSets } from './compare-card-sets.ts';
import { checkOrderSale, compareOrders } from './compare-orders.ts';
import { findMisplacedRows } from './find-misplaced-rows.ts';
import { countListingsOfHiddenGames } from './hiding-operations.ts';
import type { Account, Model } from './model.ts';
import { readAccounts, type StoredAccount } from './read-accounts.ts';
import { rules, type World } from './simulation-state.ts';

const batchSize = 5_000;

/**
 * Compares the model with the database: each acknowledged change must be there once, and no other change.
 * Returns the differences, a line each.
 */
export async function compareWithModel(db: Database, world: World): Promise<string[]> {
  const { model, time } = world;
  const violations: string[] = [];
  const tradesOf = await compareSales(db, model, violations);
  const movedTo = await compareTrades(db, model, violations);
  const setAsideOf = await compareOrders(db, model, violations);
  const found = new Map((await readAccounts(db, world.cardSetGameId)).map((row) => [row.id, row]));
  let withdrawn = 0;
  let startingTotal = 0;
  for (const account of model.accounts) {
    const { actor, topUps, rewards, games, paidForGames, awards, grants, adminMoney } = account;
    const { crafts, craftsOfEditedSet, experience, recyclings } = account;
    const { spent, earned, bought, sold } = tradesOf.get(account) ?? emptyTotals();
    const stored = found.get(actor.id);
    // The expired amount of a retired guest is not acknowledged. The balance check shows whether it is right.
    const expired = stored?.expired ?? 0;
    // The amount of a registration is not acknowledged. The audit compares it with the log of changes.
    const starting = stored?.starting ?? 0;
    startingTotal += starting;
    const expected = {
      id: actor.id,
      balance:
        topUps +
        rewards +
        starting +
        adminMoney -
        paidForGames -
        spent +
        earned -
        expired -
        (setAsideOf.get(account) ?? 0),
      topUps,
      rewards,
      games: games.size,
      keys: games.has(world.keyedGameId) ? 1 : 0,
      awards,
      draws: awards,
      cards: awards + grants + recyclings + bought - sold + (movedTo.get(account) ?? 0),
      crafts,
      experience,
      recyclings,
      consumed:
        (crafts - craftsOfEditedSet) * world.setSize +
        recyclings * collectionConstants.recycledCards,
    };
    withdrawn += compareListings(account, { sold, open: stored?.open ?? 0 }, violations);
    found.delete(actor.id);
    for (const [what, expectedValue] of Object.entries(expected)) {
      const actual = stored?.[what as keyof StoredAccount];
      if (actual === expectedValue) continue;
      violations.push(
        `${actor.username} (${actor.id}): ${what} is ${actual} instead of ${expectedValue}`,
      );
    }
  }
  const logged = await countListingsOfHiddenGames(db);
  if (withdrawn !== logged)
    violations.push(`${withdrawn} listings are missing, and hidden games withdrew ${logged}`);
  // After a lost answer a new account was created again. The first one must stay empty.
  for (const { id, ...has } of found.values()) {
    if (Object.values(has).some((value) => value !== 0))
      violations.push(`account ${id} is not in the model and not empty`);
  }
  violations.push(
    ...(await listBrokenLimits(db, {})).map(({ violation }) => violation),
    ...(await findMisplacedRows(db, new Date(time))),
  );
  violations.push(...(await compareTotals(db, model, startingTotal)));
  violations.push(...(await compareCardSets(db, world)));
  return violations;
}

/**
 * Compares the open listings of an account with the acknowledged ones. Returns how many are missing: those that
 * were withdrawn because their games were hidden, which only an account can have that owns such a game's cards.
 */
function compareListings(
  { actor, listed, removed, listsOwnGames }: Account,
  { sold, open }: { sold: number; open: number },
  violations: string[],
): number {
  const missing = listed - removed - sold - open;
  if (missing < 0 || (missing > 0 && !listsOwnGames))
    violations.push(`${actor.username}: ${open} listings are open, ${missing} too few`);
  return missing;
}

const emptyTotals = () => ({ spent: 0, earned: 0, bought: 0, sold: 0 });

/** Compares each stored sale with the acknowledged ones. Returns what each account bought and sold. */
async function compareSales(db: Database, model: Model, violations: string[]) {
  const { listings, sales } = model;
  const tradesOf = new Map<Account, ReturnType<typeof emptyTotals>>();
  const of = (account: Account) => {
    const entry = tradesOf.get(account) ?? emptyTotals();
    tradesOf.set(account, entry);
    return entry;
  };
  const missing = new Set(sales.keys());
  const missingOrderSales = new Set(model.orderSales.keys());
  for (let after = ''; ; ) {
    const rows = await db.query.marketSales.findMany({
      where: after ? (table, { gt }) => gt(table.id, after) : undefined,
      orderBy: (table, { asc }) => asc(table.id),
      limit: batchSize,
    });
    for (const sale of rows) {
      const { itemId, sellerId, buyerId, price, fee } = sale;
      if (sale.orderId) {
        const orderBuyer = checkOrderSale(model, sale, violations);
        missingOrderSales.delete(itemId);
        const seller = listings.get(itemId)?.seller;
        if (!orderBuyer || !seller) continue;
        if (!isSavedFee(sale)) violations.push(`${itemId} had a fee of ${fee} on ${price}`);
        of(orderBuyer).spent += price;
        of(orderBuyer).bought += 1;
        of(seller).earned += price - fee;
        of(seller).sold += 1;
        continue;
      }
      const listing = listings.get(itemId);
      const buyer = sales.get(itemId);
      if (!missing.delete(itemId) || !listing || !buyer) {
        violations.push(`${itemId} was sold without an acknowledgement`);
        continue;
      }
      if (buyer.actor.id !== buyerId) violations.push(`${itemId} was sold to another buyer`);
      if (listing.seller.actor.id !== sellerId) violations.push(`${itemId} had another seller`);
      if (listing.price !== price)
        violations.push(`${itemId} cost ${price} instead of ${listing.price}`);
      if (!isSavedFee(sale)) {
        violations.push(`${itemId} had a fee of ${fee} on ${price}`);
      }
      of(buyer).spent += listing.price;
      of(buyer).bought += 1;
      of(listing.seller).earned += listing.price - fee;
      of(listing.seller).sold += 1;
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) break;
    after = last.id;
  }
  for (const itemId of [...missing, ...missingOrderSales])
    violations.push(`the sale of ${itemId} is lost`);
  return tradesOf;
}

/** Compares each accepted offer with the acknowledged ones. Returns how many cards more or fewer each account has. */
async function compareTrades(db: Database, model: Model, violations: string[]) {
  const movedTo = new Map<Account, number>();
  const add = (account: Account, cards: number) =>
    movedTo.set(account, (movedTo.get(account) ?? 0) + cards);
  const missing = new Set(model.trades);
  const accepted = await db.query.tradeOffers.findMany({
    columns: { id: true },
    where: (table, { eq }) => eq(table.state, 'accepted'),
  });
  for (const { id } of accepted) {
    const offer = model.offers.get(id);
    if (!missing.delete(id) || !offer) {
      violations.push(`offer ${id} was accepted without an acknowledgement`);
      continue;
    }
    const copies = (cards: typeof offer.give) => cards.reduce((sum, card) => sum + card.copies, 0);
    const balance = copies(offer.want) - copies(offer.give);
    add(offer.sender, balance);
    add(offer.recipient, -balance);
  }
  for (const id of missing) violations.push(`the trade ${id} is lost`);
  return movedTo;
}

// A card can be claimed half a second before the cycle ends.
const cycleMs = rules.playCycleMs - 500;

/** Broken limits that no database constraint checks. */
const listBrokenLimits = declareStatement<{ violation: string }, Record<string, never>>(
  { violation: text },
  sql`
    select 'top-ups of ' || day || ' are ' || amount as violation from top_up_days
      where amount > ${rules.topUpDailyCents}
    union all select 'a top-up of ' || amount from ledger_entries
      where kind = 'top-up' and amount > ${Math.max(...largestTopUps)}
    union all select account.id || ' has no starting money' from users as account
      where account.registered_at > (select min(at) from site_setting_changes
        where key = 'startingMoney')
        and not exists (select from ledger_entries as entry where entry.wallet_id = account.id
          and entry.kind = 'starting-money')
    union all select 'awards of ' || day || ' are ' || awards from award_days
      where awards > ${rules.awardsPerDay}
    union all select seller_id || ' has ' || count(*) || ' listings' from market_listings
      group by seller_id having count(*) > ${marketConstants.openMax}
    union all select buyer_id || ' has ' || count(*) || ' orders' from market_orders
      where state = 'open' group by buyer_id having count(*) > ${marketConstants.ordersMax}
    union all select 'order ' || own.id || ' meets a listing of its owner' from market_orders as own
      join market_listings as item on item.game_id = own.game_id and item.kind_id = own.kind_id
        and item.seller_id = own.buyer_id and item.price <= own.price
      where own.state = 'open'
    union all select 'pair ' || min(buyer_id::text) || ' traded ' || count(*) || ' times'
      from market_sales
      group by least(buyer_id, seller_id), greatest(buyer_id, seller_id), sold_at::date
      having count(*) > ${marketConstants.pairTradesMax}
        or (count(*) > 1 and sum(price) > ${marketConstants.pairCents})
    union all select seller_id || ' got ' || sum(price) || ' from newcomers on ' || sold_at::date
      from market_sales as sale join users as newcomer on newcomer.id = sale.buyer_id
        and newcomer.registered_at > sale.sold_at
          - ${marketConstants.newcomerMs / 1000}::integer * interval '1 second'
      group by seller_id, sold_at::date having sum(price) > ${marketConstants.newcomerGainCents}
    union all select 'card ' || id || ' came too early' from (
      select id, created_at - lag(created_at) over (
        partition by play_session_id order by created_at) as since
      from cards where origin = 'played') as card
      where since < ${cycleMs}::integer * interval '1 millisecond'`,
);

/** All money in cents and all cards. */
const readTotals = declareStatement<{ money: string; cards: string }, Record<string, never>>(
  { money: bigintText, cards: bigintText },
  sql`
    select (coalesce((select sum(balance + set_aside) from wallets), 0)
      + coalesce((select sum(amount) from ledger_entries
        where system_account in ('store', 'fees')), 0))::bigint as money,
      (select count(*) from cards) as cards`,
);

/** Compares all money and cards in the database with those that came into the game. */
async function compareTotals(db: Database, model: Model, startingTotal: number): Promise<string[]> {
  const sum = (of: (account: Account) => number) =>
    model.accounts.reduce((total, account) => total + of(account), 0);
  const [stored] = await readTotals(db, {});
  const createdMoney =
    startingTotal + sum(({ topUps, rewards, adminMoney }) => topUps + rewards + adminMoney);
  const createdCards = sum(({ awards, grants, recyclings }) => awards + grants + recyclings);
  const violations: string[] = [];
  if (Number(stored?.money) !== createdMoney)
    violations.push(`${stored?.money} cents of ${createdMoney} are there`);
  if (Number(stored?.cards) !== createdCards) {
    violations.push(`${stored?.cards} cards of ${createdCards} are there`);
  }
  return violations;
}
