import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp, type Guildhall, makeDataDir, startGuildhall } from './guildhall.ts';
import { type LossyProxy, startLossyProxy } from './lossy-proxy.ts';
import { besides, dealCards, readMarket } from './market-account.ts';
import { doneOf, type Intent, Trader } from './trader.ts';

const traders = 4;
const each = 6;

let dataDir: string;
let guildhall: Guildhall;
let proxy: LossyProxy;
let gameId: number;
const people = Array.from({ length: traders }, (_, index) => new Trader(index + 1));

/** Set while the server is away: who insists waits for it. */
let back: Promise<void> = Promise.resolve();
const way = async () => {
  await back;
  return proxy.origin;
};

beforeAll(async () => {
  dataDir = await makeDataDir();
  guildhall = await startGuildhall(dataDir);
  for (const trader of people) await trader.join(guildhall.origin);
  gameId = await besides(dataDir, (db) => dealCards(db, each));
  proxy = await startLossyProxy(guildhall.origin);
});

afterAll(async () => {
  await proxy.stop();
  await cleanUp(dataDir);
});

/** Kills the server and starts it again on the same folder. */
async function restart(): Promise<void> {
  guildhall.process.kill('SIGKILL');
  await guildhall.exited;
  guildhall = await startGuildhall(dataDir);
  proxy.leadTo(guildhall.origin);
}

/** All traders do what they want at once, each one thing after the other; midway the server is killed. */
async function insistOnAll(wanted: readonly (readonly Intent[])[]): Promise<void> {
  let untilRestart = Math.floor(wanted.flat().length / 2);
  await Promise.all(
    people.map(async (trader, index) => {
      for (const intent of wanted[index] ?? []) {
        await trader.insist(way, intent);
        untilRestart -= 1;
        if (untilRestart === 0) back = restart();
      }
    }),
  );
}

/** A price (cents) for the `number`th thing that the trader at `index` sells. */
const priceOf = (index: number, number: number) => 1 + index * 100 + number;
const kept = () => besides(dataDir, readMarket);
const sold = () => doneOf(people, 'sell').length;

describe('through a way that loses 30% of the answers and a server that is killed', () => {
  it('everything that is insisted on happens once', { timeout: 120_000 }, async () => {
    const numbers = Array.from({ length: each }, (_, number) => number);
    await insistOnAll(
      people.map((trader, index) =>
        numbers.map((number) => trader.sell(gameId, priceOf(index, number))),
      ),
    );
    expect(sold()).toBe(traders * each);
    const asked = people.flatMap((_, index) => numbers.map((number) => priceOf(index, number)));
    expect((await kept()).open.map(({ price }) => price)).toEqual(asked);

    const before = await Promise.all(people.map((trader) => trader.listings(guildhall.origin)));
    await insistOnAll(
      people.map((trader, index) =>
        (before[index] ?? []).map((item, number) =>
          trader.reprice(item, 5_00 + priceOf(index, number)),
        ),
      ),
    );
    expect((await kept()).open.map(({ price }) => price)).toEqual(
      asked.map((price) => 5_00 + price),
    );

    // Each buys what the next one sells, and one thing that two want.
    const items = await Promise.all(people.map((trader) => trader.listings(guildhall.origin)));
    const wanted = people.map((trader, index) => {
      const next = items[(index + 1) % traders] ?? [];
      const contested = items[(index + 2) % traders]?.[0] ?? '';
      return [...next, contested].map((item) => trader.buy(item));
    });
    await insistOnAll(wanted);

    const { sales, open, balances, faults } = await kept();
    expect(faults).toEqual([]);
    expect(open).toEqual([]);
    expect(sales).toHaveLength(traders * each);
    const bought = people.flatMap(({ username, settled }) =>
      settled
        .filter(({ kind, done }) => kind === 'buy' && done)
        .map(({ fields }) => `${fields.itemId} ${username}`),
    );
    expect(sales.map(({ itemId, buyer }) => `${itemId} ${buyer}`)).toEqual(bought.toSorted());
    for (const { username } of people) {
      const earned = sales.filter(({ seller }) => seller === username);
      const spent = sales.filter(({ buyer }) => buyer === username);
      const sum = (all: typeof sales) => all.reduce((cents, { price }) => cents + price, 0);
      expect(balances.get(username)).toBe(500_00 + sum(earned) - sum(spent));
    }
    const { answers, requests } = proxy.lost;
    expect(answers).toBeGreaterThan(0);
    expect(requests).toBeGreaterThan(0);
  });

  it('the key of an earlier form with other content is refused, also after a restart', async () => {
    const before = await kept();
    await restart();
    for (const trader of people) {
      const done = trader.settled.filter((intent) => intent.done);
      for (const kind of ['sell', 'reprice', 'buy'] as const) {
        const intent = done.find((one) => one.kind === kind);
        if (!intent) throw new Error(`${trader.username} did not ${kind}.`);
        const again = await trader.say(guildhall.origin, intent);
        expect(again.status).toBe(200);
        const other = { ...intent.fields, price: '9.87', itemId: crypto.randomUUID() };
        const { status, html } = await trader.say(guildhall.origin, { ...intent, fields: other });
        expect(status).toBe(409);
        expect(html).toContain('This form was sent before with other content. Reload the page.');
      }
    }
    expect(await kept()).toEqual(before);
  });
});
