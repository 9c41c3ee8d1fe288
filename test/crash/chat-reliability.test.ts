import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { timeLimits } from '#test/config/time-limits.ts';
import { roundsOfRun } from '../config/nightly.ts';
import { ChatClient, createFriends } from './chat-client.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { cleanUp, startGuildhall, waitUntil } from './guildhall-process.ts';
import { withRunningDatabase } from './market-state.ts';
import { makePreparedDataDir } from './prepared-data-dir.ts';

/** For a long manual run: 100 pairs, 120 seconds, 2 restarts. */
const pairs = Number(process.env.CHAT_PAIRS ?? roundsOfRun(6, 12));
const seconds = Number(process.env.CHAT_SECONDS ?? roundsOfRun(4, 12));
const restarts = Number(process.env.CHAT_RESTARTS ?? 1);
/** The proxy cuts each connection after this time, so that most are cut more than once. */
const lifetime = { fromMs: 500, toMs: roundsOfRun(2_500, 7_000) };

const folders: string[] = [];
afterAll(async () => {
  for (const dataDir of folders) await cleanUp(dataDir);
});

interface Pair {
  clients: readonly [ChatClient, ChatClient];
}

/** Creates pairs of friends whose clients connect through `proxy`. */
async function createPairs(dataDir: string, proxy: CuttingProxy): Promise<Pair[]> {
  return withRunningDatabase(dataDir, async (db) => {
    const created: Pair[] = [];
    for (let number = 0; number < pairs; number += 1) {
      const [one, other] = await createFriends(db);
      created.push({
        clients: [
          new ChatClient(proxy.origin, one.username, other.username, one.cookie),
          new ChatClient(proxy.origin, other.username, one.username, other.cookie),
        ],
      });
    }
    return created;
  });
}

/** Sends a message every 1.1 seconds until `isOver`. */
async function chat(client: ChatClient, isOver: () => boolean, times: number[]): Promise<void> {
  while (!isOver()) {
    const took = await client.sendNext();
    times.push(took);
    await pause(Math.max(0, 1_100 - took));
  }
}

/** Checks that both screens of a pair show every acknowledged message once and in order. */
function expectOnceAndInOrder({ clients }: Pair): void {
  const [one, other] = clients;
  expect(one.shown.map(({ id }) => id)).toEqual(other.shown.map(({ id }) => id));
  expect(one.shown.map(({ number }) => number)).toEqual(one.shown.map((_, index) => index + 1));
  for (const { me, acknowledged } of clients) {
    const own = one.shown.filter(({ sender }) => sender === me);
    expect(own.map(({ id }) => id)).toEqual(acknowledged);
    expect(own.map(({ text }) => text)).toEqual(own.map((_, index) => `${me} ${index + 1}`));
  }
}

test(`messages of ${pairs} pairs are shown once and in order while connections are cut and the server restarts`, {
  timeout: timeLimits.longTest + seconds * 4_000,
}, async () => {
  const dataDir = await makePreparedDataDir();
  folders.push(dataDir);
  let guildhall = await startGuildhall(dataDir);
  const proxy = await startCuttingProxy(guildhall.origin, lifetime);
  const created = await createPairs(dataDir, proxy);
  const people = created.flatMap(({ clients }) => clients);
  let over = false;
  const times: number[] = [];
  const chatting = Promise.all(people.map((client) => chat(client, () => over, times)));

  for (let restart = 0; restart < restarts; restart += 1) {
    await pause((seconds * 1_000) / (restarts + 1));
    // Alternately with SIGTERM and SIGKILL.
    guildhall.process.kill(restart % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
    expect(await guildhall.exited).toBe(restart % 2 === 0 ? 0 : null);
    guildhall = await startGuildhall(dataDir);
    proxy.forwardTo(guildhall.origin);
  }
  await pause((seconds * 1_000) / (restarts + 1));
  over = true;
  await chatting;
  proxy.stopCutting();

  for (const { clients } of created) {
    const sent = clients.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    await waitUntil('both see everything', () =>
      clients.every(({ shown }) => shown.length >= sent),
    );
  }
  for (const pair of created) expectOnceAndInOrder(pair);
  expect(proxy.cuts()).toBeGreaterThan(pairs);
  if (process.env.CHAT_PAIRS) process.stdout.write(`${figures(people, proxy, times)}\n`);
  for (const client of people) client.disconnect();
  await proxy.stop();
  guildhall.process.kill('SIGTERM');
  expect(await guildhall.exited).toBe(0);
});

function figures(
  people: readonly ChatClient[],
  proxy: CuttingProxy,
  times: readonly number[],
): string {
  const sent = people.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return `${pairs} pairs, ${seconds} s, ${restarts} restarts, ${proxy.cuts()} connections cut: ${sent} messages acknowledged, each shown once and in order to both; acknowledged after ${at(0.5)} ms (median), ${at(0.95)} ms (p95), ${sorted.at(-1)?.toFixed(0)} ms (longest)`;
}
