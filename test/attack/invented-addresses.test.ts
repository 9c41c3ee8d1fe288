import { Agent, get } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { fairShareConstants } from '#shared/constants/server/http-requests.ts';
import { createFriends } from '../crash/chat-client.ts';
import { withRunningDatabase } from '../crash/market-state.ts';
import { measureDuring, useTarget } from './target.ts';

const target = useTarget();
/** How many requests all connections together send. Each connection sends one after the other. */
const requestsMax = 1_600;

let cookie: string;
beforeAll(async () => {
  const [player] = await withRunningDatabase(target.dataDir, createFriends);
  cookie = player.cookie;
});

/** Sends a request and reads the whole answer. */
function ask(agent: Agent, path: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(target.origin + path, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}

/** Keep-alive connections of one IP address that request what `createPath` invents. Returns how often each status was answered. */
async function requestFrom(connections: number, createPath: (id: string) => string) {
  const statuses: Record<number, number> = {};
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let count = 0;
  async function repeat(): Promise<void> {
    while (count < requestsMax) {
      count += 1;
      const status = await ask(agent, createPath(`${count}-${'x'.repeat(count % 90)}`));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, repeat));
  } finally {
    agent.destroy();
  }
  return statuses;
}

/** Runs `attack` while a player, from the same IP address, reads pages one after the other. */
async function readAsPlayerDuring<T>(attack: () => Promise<T>) {
  const agent = new Agent({ keepAlive: true });
  const pages: number[] = [];
  let isOver = false;
  async function read(): Promise<void> {
    while (!isOver) pages.push(await ask(agent, '/profile', { Cookie: cookie }));
  }
  const reading = read();
  try {
    return { result: await attack(), pages };
  } finally {
    isOver = true;
    await reading;
    agent.destroy();
  }
}

it.each([
  ['the shop', (id: string) => `/?z=${id}`, [302]],
  ['its data', (id: string) => `/_.data?z=${id}`, [200]],
  ['the shop in ever new searches', (id: string) => `/?q=${id}`, [200]],
  ['missing pages', (id: string) => `/nothing-here/${id}`, [404]],
  ['searches of the reference', (id: string) => `/reference?q=${id}`, [200]],
  ['the RAWG API', (id: string) => `/api/games?search=${id}&z=${id}`, [200]],
])(
  '400 connections of one IP address that request %s by invented addresses leave players and memory alone',
  async (_what, createPath, expected) => {
    // The heap of a process grows when it renders for the first time without a pause.
    await requestFrom(fairShareConstants.address.atOnce, (id) => createPath(`warm-${id}`));
    const outcome = await measureDuring(target, async () => {
      const { result, pages } = await readAsPlayerDuring(() => requestFrom(400, createPath));
      expect(Object.keys(result).map(Number)).toEqual(expected);
      expect(new Set(pages)).toEqual(new Set([200]));
    });
    expect(outcome).toMatchObject({ unanswered: [] });
    expect(outcome.grownMb).toBeLessThan(100);
  },
);
