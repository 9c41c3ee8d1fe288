import { setTimeout as pause } from 'node:timers/promises';
import { demoLogin, inventDemoPlayers } from '../scripts/demo/demo-players.ts';
import { fillDemoData } from './fill-demo-data.ts';
import { acceptEncoding } from './load.ts';
import {
  formatMs,
  type Measurement,
  measureInterleaved,
  quantile,
} from './measure-rounds-and-medians.ts';
import { type MeasuredServer, startMeasuredServer } from './start-measured-server.ts';

/** How many people try to log in at the same time, again and again. */
const people = 50;
/** Pages are requested at this rate, whether or not earlier ones have been answered. */
const pagesPerSecond = 20;
const seconds = 20;

/** Compares the shop page of a player while many people log in with the same page before. */
export async function loginStorm(dataDir: string): Promise<Measurement[]> {
  fillDemoData(dataDir);
  const server = await startMeasuredServer(dataDir, { TRUST_PROXY: '1' });
  try {
    let logins = 0;
    let time = 0;
    const { ours, theirs, ratio } = await measureInterleaved(
      async () => {
        const end = new AbortController();
        const started = performance.now();
        const finished = logInUntil(server, end.signal);
        const p99 = await shopP99(server);
        end.abort();
        logins += await finished;
        time += performance.now() - started;
        return p99;
      },
      () => shopP99(server),
    );
    return [
      {
        claim: `The shop page of a player while ${people} people log in at once ÷ before, p99`,
        ours: formatMs(ours),
        theirs: formatMs(theirs),
        ratio,
        goal: { atMost: 1.5 },
        note: `${Math.round((logins * 1_000) / time)} logins a second`,
      },
    ];
  } finally {
    await server.stop();
  }
}

/** The 99th percentile, in milliseconds, of shop pages of a logged-in guest. */
async function shopP99({ origin, cookie }: MeasuredServer): Promise<number> {
  const headers = { 'Accept-Encoding': acceptEncoding, Cookie: cookie };
  const times: Promise<number>[] = [];
  for (let number = 0; number < pagesPerSecond * seconds; number += 1) {
    times.push(timePage(origin, headers));
    await pause(1_000 / pagesPerSecond);
  }
  return quantile(await Promise.all(times), 0.99);
}

async function timePage(origin: string, headers: Record<string, string>): Promise<number> {
  const started = performance.now();
  const response = await fetch(origin, { headers });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`The shop answered ${response.status}.`);
  return performance.now() - started;
}

/** People of different IP addresses log in until the signal. Returns the number of logins. */
async function logInUntil({ origin }: MeasuredServer, signal: AbortSignal): Promise<number> {
  const names = inventDemoPlayers()
    .take(people)
    .map(({ username }) => username)
    .toArray();
  let logins = 0;
  await Promise.all(
    names.map(async (username, index) => {
      while (!signal.aborted) {
        const response = await fetch(`${origin}/login`, {
          method: 'POST',
          body: new URLSearchParams({ ...demoLogin, username }),
          headers: { Origin: origin, 'X-Forwarded-For': `203.0.113.${index}` },
          redirect: 'manual',
        });
        await response.arrayBuffer();
        if (response.status !== 302)
          throw new Error(`A login was answered with ${response.status}.`);
        logins += 1;
      }
    }),
  );
  return logins;
}
