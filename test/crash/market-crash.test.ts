import { afterAll, describe, expect, it } from 'vitest';
import { seeded } from '#starter/art/random.ts';
import { cleanUp, type Guildhall, makeDataDir, startGuildhall } from './guildhall.ts';
import { besides, dealCards, type MarketAccount, readMarketAfterwards } from './market-account.ts';
import { doneOf, Trader, UnexpectedAnswer } from './trader.ts';

/** Crashes, in turn of the application, of Postgres and of both. For the long run by hand set the variable. */
const rounds = Number(process.env.MARKET_CRASH_ROUNDS ?? 3);
const traders = 8;
const copies = 60;

interface Crash {
  crash(guildhall: Guildhall): void;
  /** Of the application that follows. */
  exitCode: number | null;
}

const crashOfApplication: Crash = {
  crash: ({ process: app }) => app.kill('SIGKILL'),
  exitCode: null,
};

const crashes: Crash[] = [
  crashOfApplication,
  // An application whose own Postgres is gone ends by itself.
  { crash: ({ postgresPid }) => process.kill(postgresPid, 'SIGKILL'), exitCode: 1 },
  {
    crash: ({ process: app, postgresPid }) => {
      process.kill(postgresPid, 'SIGKILL');
      app.kill('SIGKILL');
    },
    exitCode: null,
  },
];

const folders: string[] = [];
afterAll(async () => {
  for (const dataDir of folders) await cleanUp(dataDir);
});

/** Listings that somebody was seen to have; a price is used once, so that nothing can pass for another. */
class Board {
  readonly #chance = seeded('market-crash');
  #items: string[] = [];
  #price = 0;

  nextPrice(): number {
    this.#price += 1;
    return this.#price;
  }

  below(end: number): number {
    return Math.floor(this.#chance.between(0, end));
  }

  add(items: readonly string[]): void {
    this.#items = [...new Set([...this.#items, ...items])].slice(-60);
  }

  pick(): string | undefined {
    return this.#items[this.below(this.#items.length)];
  }
}

/** Trades at random until the server fails; `onDone` hears of each acknowledged step. */
async function tradeUntilFailure(
  trader: Trader,
  origin: string,
  { gameId, board, onDone }: { gameId: number; board: Board; onDone: () => void },
): Promise<void> {
  try {
    for (;;) {
      const own = await trader.listings(origin);
      board.add(own);
      const mine = own[board.below(own.length)];
      const chance = board.below(100);
      const item = board.pick();
      if (mine && chance < 8) await trader.act(origin, trader.reprice(mine, board.nextPrice()));
      else if (mine && chance < 14) await trader.act(origin, trader.remove(mine));
      else if (item && !own.includes(item) && chance < 60) {
        await trader.act(origin, trader.buy(item));
      } else await trader.act(origin, trader.sell(gameId, board.nextPrice()));
      onDone();
    }
  } catch (error) {
    if (error instanceof UnexpectedAnswer) throw error;
  }
}

async function tradeThroughCrashes(dataDir: string): Promise<Trader[]> {
  const people = Array.from({ length: traders }, (_, index) => new Trader(index + 1));
  let guildhall = await startGuildhall(dataDir);
  for (const trader of people) await trader.join(guildhall.origin);
  const gameId = await besides(dataDir, (db) => dealCards(db, copies));
  const board = new Board();
  for (let round = 0; round < rounds; round += 1) {
    const { origin } = guildhall;
    const { crash, exitCode } = crashes[round % crashes.length] ?? crashOfApplication;
    let untilCrash = 15 + board.below(40);
    const onDone = () => {
      untilCrash -= 1;
      if (untilCrash === 0) crash(guildhall);
    };
    await Promise.all(
      people.map((trader) => tradeUntilFailure(trader, origin, { gameId, board, onDone })),
    );
    expect(await guildhall.exited).toBe(exitCode);
    guildhall = await startGuildhall(dataDir);
    const next = guildhall.origin;
    await Promise.all(people.map((trader) => trader.settle(next)));
  }
  guildhall.process.kill('SIGTERM');
  expect(await guildhall.exited).toBe(0);
  return people;
}

/** What the market must hold after what was acknowledged. */
function expectAsAcknowledged(kept: MarketAccount, people: readonly Trader[]): void {
  expect(kept.faults).toEqual([]);
  expect(kept.cards).toBe(traders * copies);
  const bought = people.flatMap(({ username, settled }) =>
    settled
      .filter(({ kind, done }) => kind === 'buy' && done)
      .map(({ fields }) => `${fields.itemId} ${username}`),
  );
  expect(kept.sales.map(({ itemId, buyer }) => `${itemId} ${buyer}`)).toEqual(bought.toSorted());

  const prices = [...kept.open, ...kept.sales].map(({ price }) => price);
  expect(new Set(prices).size).toBe(prices.length);
  const asked = [...doneOf(people, 'sell'), ...doneOf(people, 'reprice')];
  const askedPrices = new Set(asked.map(({ fields }) => Math.round(Number(fields.price) * 100)));
  expect(prices.filter((price) => !askedPrices.has(price))).toEqual([]);
  expect(prices.length).toBe(doneOf(people, 'sell').length - doneOf(people, 'remove').length);

  for (const { username } of people) {
    const sum = (side: 'buyer' | 'seller') =>
      kept.sales.reduce((all, sale) => all + (sale[side] === username ? sale.price : 0), 0);
    expect(kept.balances.get(username)).toBe(500_00 - sum('buyer') + sum('seller'));
  }
}

describe('under trade', () => {
  it(`${rounds} times kill -9 loses and doubles nothing that was acknowledged`, {
    timeout: 60_000 + rounds * 20_000,
  }, async () => {
    const dataDir = await makeDataDir();
    folders.push(dataDir);
    const people = await tradeThroughCrashes(dataDir);
    expectAsAcknowledged(await readMarketAfterwards(dataDir), people);
    expect(doneOf(people, 'buy').length).toBeGreaterThan(0);
    if (process.env.MARKET_CRASH_ROUNDS) process.stdout.write(`${figures(people)}\n`);
  });
});

/** What was acknowledged, for a run by hand. */
function figures(people: readonly Trader[]): string {
  const kinds = (['sell', 'reprice', 'remove', 'buy'] as const).map(
    (kind) => `${doneOf(people, kind).length} ${kind}`,
  );
  const forms = people.reduce((sum, { sent }) => sum + sent, 0);
  const answered = people.reduce((sum, { settled }) => sum + settled.length, 0);
  return `${rounds} crashes; done: ${kinds.join(', ')}; ${answered} answers to ${forms} forms sent`;
}
