import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import { processFlags } from '#test/fixtures/process-flags.ts';
import { generateDiscussions } from './generated-discussions.ts';
import { generateListings } from './generated-listings.ts';
import { formatMs, type Measurement, measureInterleaved } from './measure-rounds-and-medians.ts';
import { withServerDatabase } from './server-database.ts';

const sellers = 100_000;
const listingsEach = 10;
const discussions = 200_000;

/** Compares the time to the first answer with a large database with that of a database without players. */
export async function startWithData(dataDir: string): Promise<Measurement[]> {
  const [full, empty] = [path.join(dataDir, 'full'), path.join(dataDir, 'empty')];
  for (const folder of [full, empty]) {
    await mkdir(folder);
    await chmod(folder, 0o755);
  }
  // The first start creates the database and imports the catalog.
  await timeStart(empty);
  await timeStart(full, () =>
    withServerDatabase(full, async (db) => {
      await generateDiscussions(db, discussions);
      const random = createSeededRandom('start-with-data');
      await generateListings(db, { sellers, listingsEach, random });
      await db.$client.query('vacuum analyze');
    }),
  );
  const { ours, theirs, ratio } = await measureInterleaved(
    () => timeStart(full),
    () => timeStart(empty),
  );
  const all = (number: number) => number.toLocaleString('en-US');
  return [
    {
      claim: `First answer after a start with ${all(sellers * listingsEach)} listings of ${all(sellers)} players and ${all(discussions)} discussions ÷ with an empty database`,
      ours: formatMs(ours),
      theirs: formatMs(theirs),
      ratio,
      goal: { atMost: 2 },
    },
  ];
}

/** Starts the server and returns the milliseconds to its first shop page. Stops it after `use`. */
async function timeStart(dataDir: string, use?: () => Promise<void>): Promise<number> {
  const started = performance.now();
  const server = spawn(process.execPath, [...processFlags, 'build/server/main.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      ORIGIN: '',
    },
  });
  const exited = once(server, 'exit');
  const [line] = (await Promise.race([
    once(createInterface(server.stdout), 'line'),
    exited.then(([code]) => {
      throw new Error(`The server ended with ${code}.`);
    }),
  ])) as string[];
  const port = /:(\d+)$/.exec(line ?? '')?.[1];
  const response = await fetch(`http://127.0.0.1:${port}/`);
  await response.arrayBuffer();
  const time = performance.now() - started;
  await use?.();
  server.kill('SIGTERM');
  await exited;
  return time;
}
