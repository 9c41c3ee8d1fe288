import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import type { Database } from '#database/client.ts';
import { integer, text, uuid } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { roundsOfRun, withNightly } from '../config/nightly.ts';
import { type CrashKind, crashDuringTrade, joinAll } from './crash-during-trade.ts';
import { cleanUp, startGuildhall } from './guildhall-process.ts';
import { doneForms, type FormResult, Trader } from './market-client.ts';
import { type MarketForm, parseCents } from './market-forms.ts';
import {
  defaultCardKinds,
  grantCards,
  type MarketState,
  readMarket,
  withRunningDatabase,
} from './market-state.ts';
import { makePreparedDataDir } from './prepared-data-dir.ts';

/** `npm test` has the crash of Postgres, so that answers while it is gone are tested. */
const crashes = withNightly<CrashKind>(['Postgres'], ['the application', 'both']);
const rounds = crashes.length;
const traders = roundsOfRun(8, 16);
const copies = 30;
/** Few cards, so that orders and listings meet. */
const kinds = defaultCardKinds.slice(0, 3);
const initialBalance = 500_00;

let dataDir = '';
afterAll(() => cleanUp(dataDir));

/** Chooses sales, buy orders and cancellations of orders. */
class OrderPlanner {
  readonly #chance = createSeededRandom('order-crash');
  readonly #gameId: number;

  constructor(gameId: number) {
    this.#gameId = gameId;
  }

  below(end: number): number {
    return Math.floor(this.#chance.between(0, end));
  }

  async next(trader: Trader, origin: string): Promise<MarketForm> {
    const card = { gameId: this.#gameId, kindId: kinds[this.below(kinds.length)] ?? '' };
    const chosen = this.below(10);
    if (chosen < 2) {
      const open = await trader.orders(origin);
      const orderId = open[this.below(open.length)];
      if (orderId) return trader.forms.cancelOrder(orderId);
    }
    // Sellers ask for less than most orders offer, but an account rarely meets itself.
    return chosen < 6
      ? trader.forms.sell(card, 50 + this.below(60))
      : trader.forms.placeOrder(card, 40 + this.below(60), 1 + this.below(3));
  }
}

interface StoredOrder {
  id: string;
  buyer: string;
  /** Game, card kind, price and quantity. */
  what: string;
  state: string;
}

const listOrders = declareStatement<StoredOrder, Record<string, never>>(
  { id: uuid, buyer: text, what: text, state: text },
  sql`select placed.id, users.username as buyer, placed.state,
      game_id || ' ' || kind_id || ' ' || price || ' ' || quantity as what
    from market_orders as placed join users on users.id = buyer_id`,
);

const listWallets = declareStatement<
  { username: string; balance: number; setAside: number; ordered: number },
  Record<string, never>
>(
  { username: text, balance: integer, setAside: integer, ordered: integer },
  sql`select username, balance::integer, set_aside::integer as "setAside",
      coalesce((select sum(price * remaining) from market_orders
        where buyer_id = user_id and state = 'open'), 0)::integer as ordered
    from wallets join users on users.id = user_id where username like 'trader%'`,
);

/** Orders and listings that would trade, and the most trades of two accounts, below their limit. */
const countCrossing = declareStatement<{ crossing: number; most: number }, Record<string, never>>(
  { crossing: integer, most: integer },
  sql`select (select count(*) from market_orders as placed
      join market_listings as item using (game_id, kind_id)
      where placed.state = 'open' and item.price <= placed.price
        and item.seller_id <> placed.buyer_id)::integer as crossing,
    coalesce((select max(trades) from trading_pair_days), 0)::integer as most`,
);

it(`kill -9 of ${crashes.join(', ')} while orders are matched loses no acknowledged order, sale or cancellation, and no money`, {
  timeout: timeLimits.longTest + rounds * timeLimits.crashRound,
}, async () => {
  dataDir = await makePreparedDataDir();
  const people = Array.from({ length: traders }, (_, index) => new Trader(index + 1));
  let guildhall = await startGuildhall(dataDir);
  await joinAll(people, guildhall.origin);
  const grants = people.flatMap(({ username }) =>
    kinds.map((kindId) => ({ username, kindId, copies })),
  );
  const [gameId = 0] = await withRunningDatabase(dataDir, (db) => grantCards(db, grants));
  const planner = new OrderPlanner(gameId);
  for (const kind of crashes) {
    const answers = roundsOfRun(80, 100) + planner.below(roundsOfRun(10, 100));
    await crashDuringTrade(guildhall, people, { planner, kind, answers });
    guildhall = await startGuildhall(dataDir);
    const { origin } = guildhall;
    await Promise.all(people.map((trader) => trader.resendUnanswered(origin)));
  }
  await withRunningDatabase(dataDir, async (db) => {
    const market = await readMarket(db);
    expect(market.faults).toEqual([]);
    expect(market.cards).toBe(traders * kinds.length * copies);
    await expectOrders(db, people);
    await expectMoney(db, market);
    // Every acknowledged listing is for sale or sold, once.
    expect(market.open.length + market.sales.length).toBe(doneForms(people, 'sell').length);
    // Orders were matched and cancelled.
    expect(market.sales.length).toBeGreaterThan(10);
    expect(doneForms(people, 'cancel-order').length).toBeGreaterThan(0);
  });
});

/** The stored orders are the acknowledged ones, and those are cancelled whose cancellation was acknowledged. */
async function expectOrders(db: Database, people: readonly Trader[]): Promise<void> {
  const stored = await listOrders(db, {});
  const describe = ({ fields }: FormResult) =>
    [fields.gameId, fields.kindId, parseCents(fields.price ?? ''), fields.quantity].join(' ');
  for (const trader of people) {
    const own = stored.filter(({ buyer }) => buyer === trader.username);
    const placed = doneForms([trader], 'place-order').map(describe);
    expect(own.map(({ what }) => what).toSorted()).toEqual(placed.toSorted());
    const cancelled = doneForms([trader], 'cancel-order').map(({ fields }) => fields.orderId);
    expect(own.flatMap(({ id, state }) => (state === 'cancelled' ? [id] : [])).toSorted()).toEqual(
      cancelled.toSorted(),
    );
  }
  const [book] = await countCrossing(db, {});
  expect(book?.most).toBeLessThan(marketConstants.pairTradesMax);
  expect(book?.crossing).toBe(0);
}

/** Each wallet has what it began with and traded, and has set aside what its open orders need. */
async function expectMoney(db: Database, { sales }: MarketState): Promise<void> {
  const wallets = await listWallets(db, {});
  expect(wallets).toHaveLength(traders);
  for (const { username, balance, setAside, ordered } of wallets) {
    expect({ username, setAside }).toEqual({ username, setAside: ordered });
    const traded = sales.reduce(
      (sum, { buyer, seller, price }) =>
        sum + (seller === username ? price : 0) - (buyer === username ? price : 0),
      0,
    );
    expect({ username, balance }).toEqual({
      username,
      balance: initialBalance + traded - ordered,
    });
  }
}
