import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp, type Guildhall, startGuildhall } from './guildhall-process.ts';
import { type LossyProxy, startLossyProxy } from './lossy-proxy.ts';
import { besides, dealCards, dealtKinds, readMarket } from './market-account.ts';
import { expectAsAcknowledged } from './market-accounting.ts';
import { doneOf, Trader } from './market-client.ts';
import type { Intent } from './market-intents.ts';
import { makePreparedDataDir } from './prepared-data-dir.ts';

const traders = 4;
const each = 6;

let dataDir: string;
let guildhall: Guildhall;
let proxy: LossyProxy;
let gameId: number;
const people = Array.from({ length: traders }, (_, index) => new Trader(index + 1));

/** What all have at first, and what one alone has, so that the others lack it. */
const [common = '', ...own] = dealtKinds;
/** Copies of the latter. */
const rare = 3;

/** Set while the server is away: who insists waits for it. */
let back: Promise<void> = Promise.resolve();
const way = async () => {
  await back;
  return proxy.origin;
};

beforeAll(async () => {
  dataDir = await makePreparedDataDir();
  guildhall = await startGuildhall(dataDir);
  for (const trader of people) await trader.join(guildhall.origin);
  const deals = people.flatMap(({ username }, index) => [
    { username, kindId: common, copies: each },
    { username, kindId: own[index] ?? '', copies: rare },
  ]);
  const [game = 0] = await besides(dataDir, (db) => dealCards(db, deals));
  gameId = game;
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
  // The last answers may have come before the kill, so that nobody waited for the new server.
  await back;
}

/** A price (cents) for the `number`th thing that the trader at `index` sells. */
const priceOf = (index: number, number: number) => 1 + index * 100 + number;
const cards = traders * (each + rare);
const kept = () => besides(dataDir, readMarket);
const sold = () => doneOf(people, 'sell').length;

describe('through a way that loses 30% of the answers and a server that is killed', () => {
  it('everything that is insisted on happens once', { timeout: 300_000 }, async () => {
    const numbers = Array.from({ length: each }, (_, number) => number);
    await insistOnAll(
      people.map((trader, index) =>
        numbers.map((number) =>
          trader.wants.sell({ gameId, kindId: common }, priceOf(index, number)),
        ),
      ),
    );
    expect(sold()).toBe(traders * each);
    const asked = people.flatMap((_, index) => numbers.map((number) => priceOf(index, number)));
    expect((await kept()).open.map(({ price }) => price)).toEqual(asked);

    const before = await Promise.all(people.map((trader) => trader.listings(guildhall.origin)));
    await insistOnAll(
      people.map((trader, index) =>
        (before[index] ?? []).map((item, number) =>
          trader.wants.reprice(item, 5_00 + priceOf(index, number)),
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
      return [...next, contested].map((item) => trader.wants.buy(item));
    });
    await insistOnAll(wanted);

    const market = await kept();
    expect(market.open).toEqual([]);
    expect(market.sales).toHaveLength(traders * each);
    expectAsAcknowledged(market, { people, cards });
    const { answers, requests } = proxy.lost;
    expect(answers).toBeGreaterThan(0);
    expect(requests).toBeGreaterThan(0);
  });

  it('what is taken back, all at once too, and bought as missing, is so once', {
    timeout: 300_000,
  }, async () => {
    const before = await kept();
    // Each card at a price of its own, above all before.
    const ask = (index: number, number: number) => 20_00 + priceOf(index, number);
    await insistOnAll(
      people.map(({ wants }, index) =>
        [...Array(rare).keys()].map((number) =>
          wants.sell({ gameId, kindId: own[index] ?? '' }, ask(index, number)),
        ),
      ),
    );
    expect((await kept()).open).toHaveLength(traders * rare);

    const items = await Promise.all(people.map((trader) => trader.listings(guildhall.origin)));
    await insistOnAll(people.map(({ wants }, index) => [wants.remove(items[index]?.[0] ?? '')]));
    expect((await kept()).open).toHaveLength(traders * (rare - 1));

    // Of each kind there are two for the three that lack it.
    await insistOnAll(people.map(({ wants }) => [wants.buyMissing(gameId, 400_00)]));
    const bought = await kept();
    expect(bought.open).toEqual([]);
    expect(bought.sales.length - before.sales.length).toBe(traders * (rare - 1));
    expectAsAcknowledged(bought, { people, cards });

    // Everybody sells what was just bought, and takes back all of it.
    const gained = bought.sales.filter(
      ({ itemId }) => !before.sales.some((sale) => sale.itemId === itemId),
    );
    await insistOnAll(
      people.map(({ username, wants }, index) =>
        gained
          .filter(({ buyer }) => buyer === username)
          .map(({ seller }, number) => {
            const kindId = own[people.findIndex((trader) => trader.username === seller)] ?? '';
            return wants.sell({ gameId, kindId }, 40_00 + priceOf(index, number));
          }),
      ),
    );
    expect((await kept()).open).toHaveLength(gained.length);
    await insistOnAll(people.map(({ wants }) => [wants.removeAll()]));
    const after = await kept();
    expect(after.open).toEqual([]);
    expect(after.sales).toEqual(bought.sales);
    expect(after.balances).toEqual(bought.balances);
    const takenBack = doneOf(people, 'remove-all').reduce((sum, { items: all }) => sum + all, 0);
    expect(takenBack).toBe(gained.length);
    expectAsAcknowledged(after, { people, cards });
  });

  it('the key of an earlier form with other content is refused, also after a restart', async () => {
    const before = await kept();
    await restart();
    for (const trader of people) {
      const done = trader.settled.filter((intent) => intent.done);
      for (const kind of ['sell', 'reprice', 'remove', 'buy', 'buy-missing'] as const) {
        const intent = done.find((one) => one.kind === kind);
        if (!intent) throw new Error(`${trader.username} did not ${kind}.`);
        const again = await trader.say(guildhall.origin, intent);
        expect(again.status).toBeLessThan(300);
        const other = {
          ...intent.fields,
          price: '9.87',
          maximum: '9.87',
          itemId: crypto.randomUUID(),
        };
        const { status, html } = await trader.say(guildhall.origin, { ...intent, fields: other });
        expect(status).toBe(409);
        expect(html).toContain('This form was sent before with other content. Reload the page.');
      }
    }
    expect(await kept()).toEqual(before);
  });
});
