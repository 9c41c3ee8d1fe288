import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBundle } from '#catalog/read-bundle.ts';
import { type Database, openDatabase } from '#database/client.ts';
import { integerArray, text } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { auditEconomy } from '#domain/audit/audit-economy.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { Buyer } from '#test/crash/buyer.ts';
import { UnexpectedAnswer } from '#test/crash/unexpected-answer.ts';
import { type DatabaseCluster, startDatabaseCluster } from './database-cluster.ts';
import { type Machine, startMachine } from './machine.ts';

const buyersPerNode = 3;
const failovers = 2;

let cluster: DatabaseCluster;
let db: Database;
const machines: Machine[] = [];

beforeAll(async () => {
  cluster = await startDatabaseCluster();
  db = openDatabase({ connectionString: cluster.url, max: 2 });
  // The second node finds a migrated database.
  const settings = { DATABASE_URL: cluster.url, WEB_PROCESSES: '2', GAME_PRICE: '1.01' };
  for (let node = 0; node < 2; node += 1) machines.push(await startMachine(settings));
});

afterAll(async () => {
  for (const machine of machines) await machine.stop();
  await db.$client.end();
  await cluster.stop();
});

test('players of two nodes go on buying while the primary fails, and every acknowledged purchase is there once', async () => {
  const bundle = await readBundle({
    catalogDirectory: 'catalog',
    artDirectory: path.join('build', 'client', 'art'),
  });
  const games = bundle.games.map(({ id }) => id);
  const buyers = machines.flatMap(({ origin }, node) =>
    Array.from({ length: buyersPerNode }, (_, index) => ({
      origin,
      buyer: new Buyer(node * buyersPerNode + index + 1, games),
    })),
  );
  for (const { origin, buyer } of buyers) await buyer.join(origin);

  let isBuying = true;
  let interruptions = 0;
  const countBought = () => buyers.reduce((sum, { buyer }) => sum + buyer.bought.length, 0);
  const stopped = new UnexpectedAnswer('stopped');
  const work = buyers.map(async ({ origin, buyer }) => {
    while (isBuying) {
      // It returns after a failure. The form is then sent again with the same key.
      await buyer
        .buyUntilFailure(origin, () => {
          if (!isBuying) throw stopped;
        })
        .catch((error: unknown) => {
          if (error !== stopped) throw error;
        });
      if (isBuying) interruptions += 1;
    }
  });
  const untilBought = (count: number) =>
    expect.poll(countBought, { timeout: timeLimits.page }).toBeGreaterThanOrEqual(count);

  for (let round = 0; round < failovers; round += 1) {
    await untilBought(countBought() + 30);
    const lost = await cluster.kill();
    await cluster.failOver();
    await untilBought(countBought() + 30);
    await cluster.rebuild(lost);
  }
  isBuying = false;
  await Promise.all(work);
  // Most forms only wait for the new primary.
  expect(interruptions).toBeLessThanOrEqual(failovers * buyers.length);

  const rows = await queryRows<{ username: string; games: number[] }>(
    db,
    { username: text, games: integerArray },
    sql`select username, array(select game_id from owned_games where user_id = users.id order by 1) as games
      from users`,
  );
  const owned = new Map(rows.map(({ username, games: list }) => [username, list]));
  for (const { buyer } of buyers) {
    expect(owned.get(buyer.username)).toEqual(buyer.bought.toSorted((a, b) => a - b));
  }
  expect((await auditEconomy({ db })).violations).toEqual([]);
});
