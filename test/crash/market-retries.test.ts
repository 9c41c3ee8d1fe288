import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timeLimits } from '#test/config/time-limits.ts';
import { roundsOfRun, withNightly } from '../config/nightly.ts';
import { expectAcknowledgedState } from './expect-market-state.ts';
import { cleanUp, type Guildhall, startGuildhall } from './guildhall-process.ts';
import { type LossyProxy, startLossyProxy } from './lossy-proxy.ts';
import { doneForms, Trader } from './market-client.ts';
import type { MarketForm, MarketFormKind } from './market-forms.ts';
import { defaultCardKinds, grantCards, readMarket, withRunningDatabase } from './market-state.ts';
import { makePreparedDataDir } from './prepared-data-dir.ts';

const traders = 4;
const each = roundsOfRun(3, 6);
/** The kinds of forms during which the server is killed. Answers are lost during all of them. */
const killedDuring = new Set(
  withNightly<MarketFormKind>(['buy'], ['buy-missing', 'sell', 'reprice', 'remove', 'remove-all']),
);

let dataDir: string;
let guildhall: Guildhall;
let proxy: LossyProxy;
let gameId: number;
const people = Array.from({ length: traders }, (_, index) => new Trader(index + 1));

/** The card kind that all traders have, and the kinds that only one trader has each. */
const [common = '', ...own] = defaultCardKinds;
/** The number of copies of each card that only one trader has. */
const rare = 3;

/** Pending while the server restarts. Traders wait for it before they send again. */
let restarted: Promise<void> = Promise.resolve();
const currentOrigin = async () => {
  await restarted;
  return proxy.origin;
};

beforeAll(async () => {
  dataDir = await makePreparedDataDir();
  guildhall = await startGuildhall(dataDir);
  await Promise.all(people.map((trader) => trader.join(guildhall.origin)));
  const deals = people.flatMap(({ username }, index) => [
    { username, kindId: common, copies: each },
    { username, kindId: own[index] ?? '', copies: rare },
  ]);
  const [game = 0] = await withRunningDatabase(dataDir, (db) => grantCards(db, deals));
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
  proxy.forwardTo(guildhall.origin);
}

/** All traders send their forms at the same time, each one after the other. In the middle the server may be killed. */
async function submitAll(wanted: readonly (readonly MarketForm[])[]): Promise<void> {
  const all = wanted.flat();
  const isKilled = all.some(({ kind }) => killedDuring.has(kind));
  let untilRestart = isKilled ? Math.floor(all.length / 2) : 0;
  await Promise.all(
    people.map(async (trader, index) => {
      for (const intent of wanted[index] ?? []) {
        await trader.submitUntilAnswered(currentOrigin, intent);
        untilRestart -= 1;
        if (untilRestart === 0) restarted = restart();
      }
    }),
  );
  // The last responses may have arrived before the kill, so wait for the restart here.
  await restarted;
}

/** The price (cents) of the listing `number` of the trader at `index`. */
const priceOf = (index: number, number: number) => 1 + index * 100 + number;
const cards = traders * (each + rare);
const readState = () => withRunningDatabase(dataDir, readMarket);
const sold = () => doneForms(people, 'sell').length;

describe('when 30% of the responses are lost and the server is killed', () => {
  it('every form that is sent until it is answered takes effect once', {
    timeout: timeLimits.longTest,
  }, async () => {
    const numbers = Array.from({ length: each }, (_, number) => number);
    await submitAll(
      people.map((trader, index) =>
        numbers.map((number) =>
          trader.forms.sell({ gameId, kindId: common }, priceOf(index, number)),
        ),
      ),
    );
    expect(sold()).toBe(traders * each);
    const asked = people.flatMap((_, index) => numbers.map((number) => priceOf(index, number)));
    expect((await readState()).open.map(({ price }) => price)).toEqual(asked);

    const before = await Promise.all(people.map((trader) => trader.listings(guildhall.origin)));
    await submitAll(
      people.map((trader, index) =>
        (before[index] ?? []).map((item, number) =>
          trader.forms.reprice(item, 5_00 + priceOf(index, number)),
        ),
      ),
    );
    expect((await readState()).open.map(({ price }) => price)).toEqual(
      asked.map((price) => 5_00 + price),
    );

    // Each buys the listings of the next trader, and one listing that two traders want.
    const items = await Promise.all(people.map((trader) => trader.listings(guildhall.origin)));
    const wanted = people.map((trader, index) => {
      const next = items[(index + 1) % traders] ?? [];
      const contested = items[(index + 2) % traders]?.[0] ?? '';
      return [...next, contested].map((item) => trader.forms.buy(item));
    });
    await submitAll(wanted);

    const market = await readState();
    expect(market.open).toEqual([]);
    expect(market.sales).toHaveLength(traders * each);
    expectAcknowledgedState(market, { people, cards });
    const { answers, requests } = proxy.lost;
    expect(answers).toBeGreaterThan(0);
    expect(requests).toBeGreaterThan(0);
  });

  it('listings are withdrawn once, one by one or all together, and missing cards are bought once', {
    timeout: timeLimits.longTest,
  }, async () => {
    const before = await readState();
    // Each card has a new unique price.
    const ask = (index: number, number: number) => 20_00 + priceOf(index, number);
    await submitAll(
      people.map(({ forms: wants }, index) =>
        [...Array(rare).keys()].map((number) =>
          wants.sell({ gameId, kindId: own[index] ?? '' }, ask(index, number)),
        ),
      ),
    );
    expect((await readState()).open).toHaveLength(traders * rare);

    const items = await Promise.all(people.map((trader) => trader.listings(guildhall.origin)));
    await submitAll(
      people.map(({ forms: wants }, index) => [wants.remove(items[index]?.[0] ?? '')]),
    );
    expect((await readState()).open).toHaveLength(traders * (rare - 1));

    // There are two listings of each kind for three traders who lack it.
    await submitAll(people.map(({ forms: wants }) => [wants.buyMissing(gameId, 400_00)]));
    const bought = await readState();
    expect(bought.open).toEqual([]);
    expect(bought.sales.length - before.sales.length).toBe(traders * (rare - 1));
    expectAcknowledgedState(bought, { people, cards });

    // All traders list the cards that they just bought, and withdraw all of them.
    const gained = bought.sales.filter(
      ({ itemId }) => !before.sales.some((sale) => sale.itemId === itemId),
    );
    await submitAll(
      people.map(({ username, forms: wants }, index) =>
        gained
          .filter(({ buyer }) => buyer === username)
          .map(({ seller }, number) => {
            const kindId = own[people.findIndex((trader) => trader.username === seller)] ?? '';
            return wants.sell({ gameId, kindId }, 40_00 + priceOf(index, number));
          }),
      ),
    );
    expect((await readState()).open).toHaveLength(gained.length);
    await submitAll(people.map(({ forms: wants }) => [wants.removeAll()]));
    const after = await readState();
    expect(after.open).toEqual([]);
    expect(after.sales).toEqual(bought.sales);
    expect(after.balances).toEqual(bought.balances);
    const takenBack = doneForms(people, 'remove-all').reduce((sum, { items: all }) => sum + all, 0);
    expect(takenBack).toBe(gained.length);
    expectAcknowledgedState(after, { people, cards });
  });

  it('an idempotency key with other content is rejected, also after a restart', async () => {
    const before = await readState();
    await restart();
    for (const trader of people) {
      const done = trader.results.filter((intent) => intent.done);
      for (const kind of ['sell', 'reprice', 'remove', 'buy', 'buy-missing'] as const) {
        const intent = done.find((one) => one.kind === kind);
        if (!intent) throw new Error(`${trader.username} did not ${kind}.`);
        const again = await trader.submit(guildhall.origin, intent);
        expect(again.status).toBeLessThan(300);
        const other = {
          ...intent.fields,
          price: '9.87',
          maximum: '9.87',
          itemId: crypto.randomUUID(),
        };
        const { status, html } = await trader.submit(guildhall.origin, {
          ...intent,
          fields: other,
        });
        expect(status).toBe(409);
        expect(html).toContain('This form was sent before with other content. Reload the page.');
      }
    }
    expect(await readState()).toEqual(before);
  });
});
