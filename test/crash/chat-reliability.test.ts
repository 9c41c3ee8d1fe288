import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { readSecret } from '#server/config/secrets.ts';
import { createFriends, Talker } from './chat-client.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { cleanUp, startGuildhall, until } from './guildhall-process.ts';
import { besides } from './market-account.ts';
import { makePreparedDataDir } from './prepared-data-dir.ts';

/** For the long run by hand: 100 pairs, 120 seconds, 2 restarts. */
const pairs = Number(process.env.CHAT_PAIRS ?? 12);
const seconds = Number(process.env.CHAT_SECONDS ?? 12);
const restarts = Number(process.env.CHAT_RESTARTS ?? 1);
/** A connection lasts a few seconds. */
const lifetime = { fromMs: 1_000, toMs: 7_000 };

const folders: string[] = [];
afterAll(async () => {
  for (const dataDir of folders) await cleanUp(dataDir);
});

interface Pair {
  talkers: readonly [Talker, Talker];
}

/** Fills the house with pairs of friends who are connected by way of `proxy`. */
async function seatPairs(dataDir: string, proxy: CuttingProxy): Promise<Pair[]> {
  const secret = await readSecret(dataDir);
  return besides(dataDir, async (db) => {
    const seated: Pair[] = [];
    for (let number = 0; number < pairs; number += 1) {
      const [one, other] = await createFriends(db, secret);
      seated.push({
        talkers: [
          new Talker(proxy.origin, one.username, other.username, one.cookie),
          new Talker(proxy.origin, other.username, one.username, other.cookie),
        ],
      });
    }
    return seated;
  });
}

/** Every person says something a second and a bit, until told to stop. */
async function talk(talker: Talker, isOver: () => boolean, times: number[]): Promise<void> {
  while (!isOver()) {
    const took = await talker.say();
    times.push(took);
    await pause(Math.max(0, 1_100 - took));
  }
}

/** What both screens of a pair must show of what was acknowledged to either. */
function expectOnceAndInOrder({ talkers }: Pair): void {
  const [one, other] = talkers;
  expect(one.shown.map(({ id }) => id)).toEqual(other.shown.map(({ id }) => id));
  expect(one.shown.map(({ number }) => number)).toEqual(one.shown.map((_, index) => index + 1));
  for (const { me, acknowledged } of talkers) {
    const own = one.shown.filter(({ sender }) => sender === me);
    expect(own.map(({ id }) => id)).toEqual(acknowledged);
    expect(own.map(({ text }) => text)).toEqual(own.map((_, index) => `${me} ${index + 1}`));
  }
}

test(`what ${pairs} pairs say while connections are cut and the server restarts is shown once and in order`, {
  timeout: 300_000 + seconds * 4_000,
}, async () => {
  const dataDir = await makePreparedDataDir();
  folders.push(dataDir);
  let guildhall = await startGuildhall(dataDir);
  const proxy = await startCuttingProxy(guildhall.origin, lifetime);
  const seated = await seatPairs(dataDir, proxy);
  const people = seated.flatMap(({ talkers }) => talkers);
  let over = false;
  const times: number[] = [];
  const talking = Promise.all(people.map((talker) => talk(talker, () => over, times)));

  for (let restart = 0; restart < restarts; restart += 1) {
    await pause((seconds * 1_000) / (restarts + 1));
    // By turns asked to end, and killed.
    guildhall.process.kill(restart % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
    expect(await guildhall.exited).toBe(restart % 2 === 0 ? 0 : null);
    guildhall = await startGuildhall(dataDir);
    proxy.leadTo(guildhall.origin);
  }
  await pause((seconds * 1_000) / (restarts + 1));
  over = true;
  await talking;
  proxy.calm();

  for (const { talkers } of seated) {
    const said = talkers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    await until('both see everything', () => talkers.every(({ shown }) => shown.length >= said));
  }
  for (const pair of seated) expectOnceAndInOrder(pair);
  expect(proxy.cuts()).toBeGreaterThan(pairs);
  if (process.env.CHAT_PAIRS) process.stdout.write(`${figures(people, proxy, times)}\n`);
  for (const talker of people) talker.leave();
  await proxy.stop();
  guildhall.process.kill('SIGTERM');
  expect(await guildhall.exited).toBe(0);
});

function figures(people: readonly Talker[], proxy: CuttingProxy, times: readonly number[]): string {
  const said = people.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return `${pairs} pairs, ${seconds} s, ${restarts} restarts, ${proxy.cuts()} connections cut: ${said} messages acknowledged, each shown once and in order to both; acknowledged after ${at(0.5)} ms (median), ${at(0.95)} ms (p95), ${sorted.at(-1)?.toFixed(0)} ms (longest)`;
}
