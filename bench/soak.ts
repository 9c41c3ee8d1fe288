import { setTimeout as pause } from 'node:timers/promises';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import { fillDemoData } from './fill-demo-data.ts';
import { type Measurement, median } from './measure-rounds-and-medians.ts';
import { createMixedPlayers } from './players/player-actions.ts';
import { withServerDatabase } from './server-database.ts';
import { startMeasuredServer } from './start-measured-server.ts';

const count = 200;
/** The length in minutes; set fewer for a trial run. */
const minutes = Number(process.env.BENCH_SOAK_MINUTES ?? 60);
const sampleMs = 5_000;

/** How much the memory of the server grows in the last half of an hour in which 200 players use it. */
export async function soak(dataDir: string): Promise<Measurement[]> {
  fillDemoData(dataDir);
  const server = await startMeasuredServer(dataDir);
  try {
    const random = createSeededRandom('soak');
    const players = await withServerDatabase(dataDir, (db) =>
      createMixedPlayers(db, { origin: server.origin, count, random }),
    );
    const end = new AbortController();
    const samples = sampleMemory(server.origin, end.signal);
    await players.actTogether(minutes * 60);
    end.abort();
    players.disconnect();
    const bytes = await samples;
    // A tenth of the time each: the first of the last half, and the last.
    const tenth = Math.floor(bytes.length / 10);
    const half = Math.floor(bytes.length / 2);
    const before = median(bytes.slice(half, half + tenth));
    const after = median(bytes.slice(-tenth));
    const inMb = (value: number) => `${Math.round(value / 1024 ** 2)} MB`;
    return [
      {
        claim: `Resident memory at the end of ${minutes} minutes with ${count} players ÷ in the middle`,
        ours: inMb(after),
        theirs: inMb(before),
        ratio: after / before,
        goal: { atMost: 1.02 },
      },
    ];
  } finally {
    await server.stop();
  }
}

/** The resident memory of the server in bytes, every five seconds until the signal. */
async function sampleMemory(origin: string, signal: AbortSignal): Promise<number[]> {
  const bytes: number[] = [];
  while (!signal.aborted) {
    bytes.push(await (await fetch(`${origin}/bench/memory`)).json());
    await pause(sampleMs, undefined, { signal }).catch(() => undefined);
  }
  return bytes;
}
