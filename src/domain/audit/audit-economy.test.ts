import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#database/client.ts';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { topUpConstants } from '#shared/constants/wallet.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import type { Actor } from '../actor.ts';
import { awardCard } from '../gameplay/award-card.ts';
import { startPlaySession } from '../gameplay/start-play-session.ts';
import { buyListing } from '../market/buy-listing.ts';
import { cancelOrder } from '../market/orders/end-orders.ts';
import { placeOrder } from '../market/orders/place-order.ts';
import { sellCards } from '../market/selling/sell-cards.ts';
import { addMoney } from '../wallet/add-money.ts';
import { claimDailyReward } from '../wallet/claim-daily-reward.ts';
import { auditEconomy, auditRules } from './audit-economy.ts';
import type { Violation } from './audit-rule.ts';

const database = useDatabase();
const key = () => randomUUID();
const cycleMs = 15_000;

/** Creates two players with every kind of transfer; one card was sold with a fee, one is listed. */
beforeAll(async () => {
  const { db } = database;
  await createCardSets(db);
  const game = await createGame(db);
  const [seller, buyer] = [await createPlayer(db), await createPlayer(db)];
  const base = createTestCtx(db);
  const as = (actor: Actor) => ({
    ...base,
    actor,
    rules: { ...base.rules, playCycleMs: cycleMs, marketFeePercent: 10 },
  });
  for (const actor of [seller, buyer]) {
    await addMoney(as(actor), { amount: 50_00, key: key() });
    await claimDailyReward(as(actor), { key: key() });
  }
  await buyGame(as(seller), { gameId: game.id, key: key(), price: 9_99 });
  await startPlaySession(as(seller), { gameId: game.id });
  const items: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    base.testClock.advance(cycleMs);
    const { card } = await awardCard(as(seller), { gameId: game.id, key: key() });
    const offers = [{ gameId: game.id, kindId: card.id, price: 10_00, copies: 1 }];
    const { itemIds } = await sellCards(as(seller), { offers, key: key() });
    items.push(...itemIds);
  }
  for (const itemId of items.slice(1)) await buyListing(as(buyer), { itemId, key: key() });
  // One order that has bought a card for less than its price, one that was cancelled, one that is open.
  base.testClock.advance(cycleMs);
  const { card } = await awardCard(as(seller), { gameId: game.id, key: key() });
  const offers = [{ gameId: game.id, kindId: card.id, price: 3_00, copies: 1 }];
  await sellCards(as(seller), { offers, key: key() });
  const order = { gameId: game.id, kindId: card.id, price: 4_00, quantity: 2 };
  await placeOrder(as(buyer), { ...order, key: key() });
  const second = await placeOrder(as(buyer), { ...order, quantity: 1, price: 1_00, key: key() });
  await cancelOrder(as(buyer), { orderId: second.orderId, key: key() });
});

/** A code for the owned game that its owner redeemed. */
const redeemedCode = [
  `insert into code_batches (id, kind, game_id, note, account_max, created_by, created_at, expires_at)
    select gen_random_uuid(), 'game', game_id, '', 1, user_id, bought_at, bought_at + interval '1 day'
    from owned_games limit 1`,
  `insert into codes (batch_id, hash, start, uses_max, uses) select id, 'hash', 'ABCD', 2, 1 from code_batches`,
  `insert into code_uses (batch_id, user_id, number, code_id, used_at, transfer_id)
    select batch.id, owned.user_id, 1, code.id, owned.bought_at, owned.transfer_id
    from code_batches as batch, codes as code, owned_games as owned limit 1`,
];

/** Statements that break each rule, as a bug or a manual change could; they remove constraints first. */
const damages: Record<string, string[]> = {
  'transfers-sum-to-zero': [`update ledger_entries set amount = 99 where system_account = 'fees'`],
  'balances-equal-entries': ['update wallets set balance = balance + 1'],
  'entries-tell-balances': [
    `update ledger_entries set balance_after = balance_after + 1 where kind = 'daily-reward'
      and wallet_id is not null`,
  ],
  'balances-within-limits': [
    'alter table wallets drop constraint wallets_balance_not_negative',
    'update wallets set balance = -1',
  ],
  'sales-have-entries': [
    `delete from market_sales where id = (select id from market_sales limit 1)`,
  ],
  'money-is-set-aside-for-orders': ['update wallets set set_aside = set_aside + 1'],
  'the-orders-account-is-set-aside': [
    `update ledger_entries set amount = amount + 1 where system_account = 'orders'`,
  ],
  'orders-have-entries': [
    `update market_orders set return_transfer_id = gen_random_uuid() where state = 'cancelled'`,
  ],
  'orders-count-their-sales': ['update market_orders set quantity = quantity + 1'],
  'books-do-not-cross': [
    `update market_orders set price = 10000, kind_id = (select kind_id from market_listings limit 1)`,
    `update ledger_entries set created_at = created_at - interval '1 hour'
      where id <> (select max(id::text)::uuid from ledger_entries)`,
  ],
  'own-orders-do-not-meet-own-listings': [
    `update market_orders set state = 'open', remaining = 1, price = 10000, return_transfer_id = null, closed_at = null,
      ends_at = now() + interval '30 days',
      (game_id, kind_id, buyer_id) = (select game_id, kind_id, seller_id from market_listings limit 1)`,
  ],
  'hidden-games-have-no-open-trades': ['update games set is_hidden = true'],
  'pair-days-are-counted': ['update trading_pair_days set trades = trades + 1'],
  'newcomer-gains-are-counted': [
    `insert into newcomer_gains (user_id, day, amount) select id, '2026-03-14', 1 from users limit 1`,
  ],
  'games-are-paid': ['update owned_games set transfer_id = gen_random_uuid()'],
  'games-cost-their-price': ['update owned_games set price = price - 1'],
  'games-cost-the-saved-price': [
    `insert into site_setting_changes (key, before, after, admin_id, at)
      select 'gamePrice', '"configured"', '1', user_id, bought_at - interval '1 hour' from owned_games limit 1`,
  ],
  'sales-pay-the-saved-fee': [
    `insert into site_setting_changes (key, before, after, admin_id, at)
      select 'marketFee', '"configured"', '50', buyer_id, sold_at - interval '1 hour' from market_sales limit 1`,
  ],
  'starting-money-is-paid-once': [
    `update ledger_entries set kind = 'starting-money' where kind = 'daily-reward'`,
  ],
  'new-players-get-the-saved-starting-money': [
    `update users set registered_at = now() where role = 'player'`,
    `insert into site_setting_changes (key, before, after, admin_id, at)
      select 'startingMoney', '"configured"', '500', id, now() - interval '1 hour' from users limit 1`,
  ],
  'top-ups-keep-the-saved-maximum': [
    `update ledger_entries set kind = 'top-up' where kind = 'daily-reward'`,
    `insert into site_setting_changes (key, before, after, admin_id, at)
      select 'topUpSingle', '"configured"', '100', wallet_id, created_at - interval '1 hour'
      from ledger_entries where kind = 'top-up' and wallet_id is not null limit 1`,
  ],
  'keys-are-given-with-purchases': [
    `insert into game_keys (game_id, fingerprint, added_by, added_at, user_id, given_at)
      select game_id, 'one', user_id, bought_at, user_id, bought_at + interval '1 hour' from owned_games`,
  ],
  'purchases-have-keys': [
    // Also when purchases get no keys any more.
    `insert into game_key_periods (game_id, since, until)
      select game_id, min(bought_at) - interval '1 hour', max(bought_at) + interval '1 hour'
      from owned_games group by 1`,
  ],
  'grants-and-fines-are-logged': [
    `insert into moderation_log (act, target_id, reason, details, at)
      select 'take-money', user_id, 'Why not.',
        jsonb_build_object('transferId', gen_random_uuid(), 'amount', 100), now() from wallets`,
  ],
  'rewards-are-daily': [`update daily_rewards set day = '2026-01-01'`],
  'rewards-once-a-day': [
    'alter table daily_rewards drop constraint daily_rewards_user_id_day_pk',
    'insert into daily_rewards select * from daily_rewards',
  ],
  'top-ups-are-counted': ['update top_up_days set amount = amount - 1'],
  'awards-are-cards': ['update award_days set awards = awards + 1'],
  'cards-in-one-place': [
    'alter table market_listings drop constraint market_listings_card',
    `update cards set state = 'held'`,
  ],
  'listings-have-cards': [`update market_listings set kind_id = 'another'`],
  'sold-listings-are-gone': [
    `update market_sales set item_id = (select id from market_listings)
    where id = (select id from market_sales limit 1)`,
  ],
  'sales-follow-cards': [
    `update cards set owner_id = (select seller_id from market_sales limit 1)`,
  ],
  'missing-cards-are-bought-once': [
    `update market_sales set (kind_id, buyer_id) = (select kind_id, buyer_id from market_sales limit 1)`,
    `update idempotency_keys set answer = answer || '{"operation": "buy-missing-cards"}'
    where answer ->> 'itemId' in (select item_id::text from market_sales)`,
  ],
  'cards-have-come-by-sale': [
    'alter table market_listings drop constraint market_listings_card',
    `update cards set owner_id = (select buyer_id from market_sales limit 1)
    where state = 'listed'`,
  ],
  'cards-are-of-the-newest-set': [
    `insert into card_set_versions (game_id, version, other_cards, saved_at)
      select game_id, 1, 0, now() from cards limit 1`,
  ],
  'sets-are-their-newest-version': [
    `insert into card_set_versions (game_id, version, other_cards, saved_at)
      select game_id, 1, 0, now() from cards limit 1`,
    `insert into card_kinds (id, set_id, game_id, name, description, picture, rarity, position)
      select 'extra', 'extra', game_id, 'Extra', '', '', 'common', 0 from cards limit 1`,
  ],
  'crafts-consume-sets': [
    `insert into badge_crafts (user_id, game_id, level, experience, crafted_at)
      select owner_id, game_id, 1, 100, now() from cards limit 1`,
  ],
  'recyclings-consume-duplicates': [
    `insert into recyclings (user_id, game_id, from_rarity, to_rarity, recycled_at)
      select owner_id, game_id, 'common', 'uncommon', now() from cards limit 1`,
  ],
  'consumed-cards-say-where': [
    `update cards set state = 'consumed', consumed_by = gen_random_uuid() where state = 'held'`,
  ],
  'recycled-cards-are-made-once': [
    `insert into cards (owner_id, kind_id, game_id, origin, recycling_id, created_at)
      select owner_id, kind_id, game_id, 'recycled', gen_random_uuid(), now() from cards limit 1`,
  ],
  'badges-grow-by-levels': [
    `insert into badge_crafts (user_id, game_id, level, experience, crafted_at)
      select owner_id, game_id, 2, 200, now() from cards limit 1`,
  ],
  'collector-totals-are-sums': [
    `insert into collector_totals (user_id, month, completed_sets) select id, 'ever', 1 from users limit 1`,
  ],
  'complete-sets-are-recorded': [
    `insert into cards (owner_id, kind_id, game_id, origin, created_at)
      select any_card.owner_id, kind.id, any_card.game_id, 'granted', now()
      from (select owner_id, game_id from cards limit 1) as any_card, card_kinds as kind
      where kind.game_id is null`,
    'delete from pending_set_checks',
  ],
  'first-days-are-counted': [
    `insert into market_first_days (user_id, sold) select id, 1 from users limit 1`,
  ],
  'retired-guests-have-nothing': [`update cards set state = 'retired' where state = 'held'`],
  'granted-cards-are-logged': [
    `insert into cards (owner_id, kind_id, game_id, origin, created_at)
      select owner_id, kind_id, game_id, 'granted', now() from cards limit 1`,
  ],
  'trades-are-complete': [
    `insert into trade_offers (sender_id, recipient_id, state, created_at, ends_at, closed_at,
        given_value, received_value)
      select seller_id, buyer_id, 'accepted', now(), now(), now(), 0, 0 from market_sales limit 1`,
    `insert into trade_offer_cards (offer_id, side, game_id, kind_id, copies)
      select offer.id, 'given', card.game_id, card.kind_id, 1
      from trade_offers as offer, cards as card limit 1`,
  ],
  'offers-have-cards': [
    `insert into trade_offers (sender_id, recipient_id, created_at, ends_at)
      select seller_id, buyer_id, now(), now() from market_sales limit 1`,
  ],
  'offers-have-two-people': [
    `insert into trade_offers (sender_id, recipient_id, created_at, ends_at)
      select seller_id, buyer_id, now(), now() from market_sales limit 1`,
    `update users set role = 'guest'`,
  ],
  'draws-have-cards': ['update card_draws set card_id = gen_random_uuid()'],
  'draws-count-to-the-legendary': ['update game_progress set cards_since_legendary = 99'],
  'certain-legendaries-are-drawn': [
    `update card_draws set legendary_odds = case when kind.rarity = 'legendary' then 0 else 1000000 end
      from card_kinds as kind where kind.id = card_draws.kind_id`,
  ],
  'codes-give-their-money': [`update ledger_entries set kind = 'code' where kind = 'daily-reward'`],
  'codes-give-their-game': [
    ...redeemedCode,
    'update owned_games set transfer_id = gen_random_uuid()',
  ],
  'codes-give-their-card': [
    `insert into cards (owner_id, kind_id, game_id, origin, created_at)
      select owner_id, kind_id, game_id, 'redeemed', now() from cards limit 1`,
  ],
  'codes-count-their-uses': [...redeemedCode, 'update codes set uses = 2'],
  'codes-are-counted-by-day': [
    `insert into code_days (day, amount, uses) values ('2026-03-14', 1, 1)`,
  ],
  'cards-are-awarded': ['update cards set created_at = now()'],
};

class RollBack extends Error {}

/** What the audit finds after `statements`, which are rolled back. */
async function auditAfter(
  statements: string[],
  feePercent = 0,
  clock?: { now: () => Date },
): Promise<Violation[]> {
  let violations: Violation[] = [];
  await database.db
    .transaction(async (tx) => {
      for (const statement of statements) await tx.execute(sql.raw(statement));
      const db: Pick<Database, 'transaction'> = { transaction: (work) => work(tx) };
      ({ violations } = await auditEconomy({
        db: db as Database,
        rules: { marketFeePercent: feePercent },
        ...(clock && { clock }),
      }));
      throw new RollBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollBack)) throw error;
    });
  return violations;
}

describe('the audit', () => {
  it('finds nothing in an economy that only the application has changed', async () => {
    const report = await auditEconomy(database);
    expect(report.violations).toEqual([]);
    expect(report.counted).toEqual({ wallets: 2, entries: 27, cards: 4, listings: 1, sales: 3 });
  });

  it.each(auditRules.map(({ name }) => name))('finds a violation of %s', async (name) => {
    const violations = await auditAfter(damages[name] ?? []);
    expect(violations.map(({ rule }) => rule)).toContain(name);
  });

  it('finds a crossing book whose seller has room for the price less the fee only', async () => {
    const statements = [
      ...(damages['books-do-not-cross'] ?? []),
      // 100.00 is the price of the order.
      `update wallets set balance = ${topUpConstants.balanceMaxCents - 90_00} - set_aside
        where user_id = (select seller_id from market_listings)`,
    ];
    const rules = async (feePercent: number) =>
      (await auditAfter(statements, feePercent)).map(({ rule }) => rule);
    expect(await rules(10)).toContain('books-do-not-cross');
    expect(await rules(9)).not.toContain('books-do-not-cross');
  });

  // Nothing was transferred since the order ended or the limit was reached.
  it.each([
    ['of orders that have ended', `update market_orders set ends_at = now() + interval '1 day'`],
    [
      'beyond the limit of the present day',
      `insert into trading_pair_days (low_id, high_id, day, trades, amount)
        select least(seller_id, buyer_id), greatest(seller_id, buyer_id),
          to_char((now() + interval '2 days') at time zone 'UTC', 'YYYY-MM-DD'), 20, 0
        from market_sales limit 1`,
    ],
  ])('expects no trades %s', async (_, statement) => {
    const crossing = [
      ...(damages['books-do-not-cross'] ?? []),
      `update market_orders set ends_at = now() + interval '30 days'`,
    ];
    const clock = { now: () => new Date(Date.now() + 2 * 24 * 60 * 60 * 1000) };
    const rules = async (...statements: string[]) =>
      (await auditAfter([...crossing, ...statements], 0, clock)).map(({ rule }) => rule);
    expect(await rules()).toContain('books-do-not-cross');
    expect(await rules(statement)).not.toContain('books-do-not-cross');
  });

  it('returns the first rows of a violation and counts all', async () => {
    const [violation] = await auditAfter([
      `insert into ledger_entries (transfer_id, kind, system_account, amount, created_at)
        select gen_random_uuid(), 'game', 'store', 5, now() from generate_series(1, 50)`,
    ]);
    expect(violation).toMatchObject({ rule: 'transfers-sum-to-zero', count: 50 });
    expect(violation?.rows).toHaveLength(20);
  });
});
