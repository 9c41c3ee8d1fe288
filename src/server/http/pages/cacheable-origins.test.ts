import { expect, test } from 'vitest';
import { createFairQueues } from '#server/bootstrap/fair-queues.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import { createCacheableOrigins } from './cacheable-origins.ts';

const database = useDatabase();
const invented = Array.from({ length: 20 }, (_, index) => `http://${index}.invented.example`);
const site = 'http://games.example';

test('visitors take a few places only, and the host of a player gets one of them', () => {
  const hosts = createCacheableOrigins(undefined);
  expect(invented.filter((one) => hosts.isKnown(one))).toHaveLength(8);
  expect(hosts.isKnown(site)).toBe(false);
  hosts.addOfPlayer(site);
  expect(hosts.isKnown(site)).toBe(true);
  expect(invented.filter((one) => hosts.isKnown(one))).toHaveLength(7);
});

test('hosts that a player invents leave a place to the host of the others', () => {
  const hosts = createCacheableOrigins(undefined);
  hosts.addOfPlayer(site);
  for (const one of invented.slice(0, 7)) hosts.addOfPlayer(one);
  hosts.addOfPlayer(site);
  for (const one of invented.slice(7, 14)) hosts.addOfPlayer(one);
  expect(hosts.isKnown(site)).toBe(true);
  for (const one of invented) hosts.addOfPlayer(one);
  hosts.addOfPlayer(site);
  expect(hosts.isKnown(site)).toBe(true);
  expect(invented.filter((one) => hosts.isKnown(one))).toHaveLength(7);
});

test('answers for the hosts that clients invent take the place of no others', async () => {
  const queues = createFairQueues();
  let rendered = 0;
  const reads: typeof queues.reads = (caller, work) => {
    rendered += 1;
    return queues.reads(caller, work);
  };
  const web = createWeb(database.db, { fairQueues: { ...queues, reads } });
  const { id } = await createPlayer(database.db);
  const player = await createSignedInVisitor(web, id);
  await player.get('/about');
  /** Requests a file that contains the host. Returns whether it was created. */
  async function ask(origin: string): Promise<boolean> {
    const before = rendered;
    const response = await web.app.fetch(new Request(`${origin}/robots.txt`));
    expect(await response.text()).toContain(origin);
    return rendered > before;
  }
  const own = 'http://localhost:3000';
  expect(await ask(own)).toBe(true);
  for (const one of invented) await ask(one);
  expect(await ask(invented.at(-1) ?? '')).toBe(false);
  // A header of a request may have 16 KB.
  for (let index = 0; index < 300; index += 1)
    await ask(`http://${index}${'x'.repeat(7_000)}.example`);
  expect(await ask(invented.at(-1) ?? '')).toBe(true);
  expect(await ask(own)).toBe(false);
});
