import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#database/client.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { ChatClient, createFriends } from '#test/crash/chat-client.ts';
import { expectAcknowledgedState } from '#test/crash/expect-market-state.ts';
import { doneForms, Trader } from '#test/crash/market-client.ts';
import { defaultCardKinds, grantCards, readMarket } from '#test/crash/market-state.ts';
import { TradePlanner } from '#test/crash/trade-planner.ts';
import { UnexpectedAnswer } from '#test/crash/unexpected-answer.ts';
import { type RedisServer, startRedisServer } from '#test/fixtures/redis-server.ts';
import { type CaddyProxy, startCaddy } from './caddy-proxy.ts';
import { startLoad } from './constant-load.ts';
import { type DatabaseCluster, startDatabaseCluster } from './database-cluster.ts';
import { type InjectedFailure, kills, otherFailures } from './injected-failures.ts';
import { type Machine, startMachine } from './machine.ts';

/** `npm run test:cluster -- --minutes 10` takes so many minutes, with a kill in each. */
const minutes = Number(process.env.CLUSTER_MINUTES ?? 0);
const rounds = minutes || kills.length;
const roundMs = minutes > 0 ? 60_000 : 0;
const pairs = 3;
const copies = 6;
const people = Array.from({ length: 6 }, (_, index) => new Trader(index + 1));
const deals = people.flatMap(({ username }) =>
  defaultCardKinds.map((kindId) => ({ username, kindId, copies })),
);

let database: DatabaseCluster;
let redis: RedisServer;
let small: Machine;
let large: Machine;
let proxy: CaddyProxy;
let db: Database;
let gameIds: number[];

beforeAll(async () => {
  [database, redis] = await Promise.all([startDatabaseCluster(), startRedisServer()]);
  const settings = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    TRUST_PROXY: '2',
    TOP_UP_DAILY: '100000',
  };
  // They start together: one migrates and imports the catalog, the other waits.
  [small, large] = await Promise.all([
    startMachine({ ...settings, WEB_PROCESSES: '1' }),
    startMachine({ ...settings, WEB_PROCESSES: '2' }),
  ]);
  proxy = await startCaddy([small.port, large.port]);
  db = openDatabase({ connectionString: database.url, max: 2 });
  for (const trader of people) await trader.join(proxy.origin);
  gameIds = await grantCards(db, deals, 1);
}, timeLimits.preparation);

afterAll(async () => {
  await db?.$client.end();
  await proxy?.stop();
  await small?.stop();
  await large?.stop();
  await redis?.stop();
  await database?.stop();
});

test('players on different machines chat, trade and see the status of each other', async () => {
  const [ada, bob] = await createFriends(db);
  const adas = new ChatClient(small.origin, ada.username, bob.username, ada.cookie);
  const bobs = new ChatClient(large.origin, bob.username, ada.username, bob.cookie);
  for (let count = 0; count < 4; count += 1) {
    await adas.sendNext();
    await bobs.sendNext();
  }
  for (const { shown } of [adas, bobs]) {
    await expect.poll(() => shown.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  }
  const readStatus = async () => {
    const page = `${large.origin}/profile/${ada.username}`;
    const html = await (await fetch(page, { headers: { Cookie: bob.cookie } })).text();
    return />(Online|Offline)</.exec(html)?.[1];
  };
  await expect.poll(readStatus).toBe('Online');
  await fetch(`${small.origin}/logout`, {
    method: 'POST',
    headers: { Origin: small.origin, Cookie: ada.cookie },
    redirect: 'manual',
  });
  expect(await readStatus()).toBe('Offline');
  for (const client of [adas, bobs]) client.disconnect();

  const [seller, buyer] = people;
  if (!seller || !buyer) throw new Error('Two traders are needed.');
  const card = { gameId: gameIds[0] ?? 0, kindId: defaultCardKinds[0] ?? '' };
  await seller.submitOnce(small.origin, seller.forms.sell(card, 400_00));
  const [item = ''] = await seller.listings(large.origin);
  expect(await buyer.submitOnce(large.origin, buyer.forms.buy(item))).toMatchObject({ done: true });
});

/** Sends form after form until `isOver`, each until it is answered. */
async function trade(trader: Trader, planner: TradePlanner, isOver: () => boolean): Promise<void> {
  const findOrigin = async () => {
    await pause(100);
    return proxy.origin;
  };
  while (!isOver()) {
    try {
      await trader.submitUntilAnswered(findOrigin, await planner.next(trader, proxy.origin));
    } catch (error) {
      // The page before the form could not be read.
      if (error instanceof UnexpectedAnswer) throw error;
    }
  }
}

async function chat(client: ChatClient, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await client.sendNext();
    await pause(1_100);
  }
}

test('during kills and restarts nothing acknowledged is lost, and only requests in flight fail', {
  timeout: timeLimits.preparation + rounds * (roundMs + timeLimits.longTest),
}, async () => {
  const clients: (readonly [ChatClient, ChatClient])[] = [];
  for (let count = 0; count < pairs; count += 1) {
    const [one, other] = await createFriends(db);
    clients.push([
      new ChatClient(proxy.origin, one.username, other.username, one.cookie),
      new ChatClient(proxy.origin, other.username, one.username, other.cookie),
    ]);
  }
  const planner = new TradePlanner(gameIds);
  const connections = 4;
  const load = startLoad(`${proxy.origin}/about`, { connections, pauseMs: 50 });
  let over = false;
  const isOver = () => over;
  const working = Promise.all([
    ...people.map((trader) => trade(trader, planner, isOver)),
    ...clients.flat().map((client) => chat(client, isOver)),
  ]);
  const failures: string[] = [];
  const inject = async ({ name, breaksRequests, run }: InjectedFailure) => {
    const before = load.countFailures();
    await run({ small, large, redis, database });
    await load.currentRequests();
    const failed = load.countFailures() - before;
    expect(failed, name).toBeLessThanOrEqual(breaksRequests ? connections : 0);
    failures.push(`${name}: ${failed}`);
  };
  const workingThrough = async () => {
    for (let round = 0; round < rounds; round += 1) {
      const roundEnds = performance.now() + roundMs;
      for (const failure of [kills[round % kills.length], otherFailures[round]]) {
        if (failure) await inject(failure);
      }
      await pause(Math.max(0, roundEnds - performance.now()));
    }
  };
  // An unexpected answer to a trader ends the test at once.
  await Promise.race([workingThrough(), working]);
  over = true;
  await working;
  await load.stop();

  for (const [one, other] of clients) {
    const acknowledged = [...one.acknowledged, ...other.acknowledged];
    for (const { shown } of [one, other]) {
      await expect.poll(() => shown.length).toBe(acknowledged.length);
    }
    expect(one.shown.map(({ id }) => id)).toEqual(other.shown.map(({ id }) => id));
    expect(one.shown.map(({ number }) => number)).toEqual(one.shown.map((_, index) => index + 1));
    for (const { me, acknowledged: ids } of [one, other]) {
      expect(one.shown.filter(({ sender }) => sender === me).map(({ id }) => id)).toEqual(ids);
    }
    one.disconnect();
    other.disconnect();
  }
  expectAcknowledgedState(await readMarket(db), { people, cards: deals.length * copies });
  const messages = clients.flat().reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const forms = people.reduce((sum, { results }) => sum + results.length, 0);
  const repeated = people.reduce((sum, { sent }) => sum + sent, 0) - forms;
  expect(doneForms(people, 'buy').length).toBeGreaterThan(0);
  if (minutes === 0) return;
  process.stdout.write(
    `${minutes} minutes: ${forms} market forms acknowledged (${repeated} sent again), ${messages} messages and ${load.countAnswered()} pages answered; failed pages: ${failures.join('; ')}\n`,
  );
});
