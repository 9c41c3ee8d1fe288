import { createSeededRandom } from '#catalog/seeded-random.ts';
import { fillDemoData } from './fill-demo-data.ts';
import {
  formatMs,
  type Measurement,
  measureInterleaved,
  quantile,
} from './measure-rounds-and-medians.ts';
import { createMixedPlayers } from './players/player-actions.ts';
import { withServerDatabase } from './server-database.ts';
import { startMeasuredServer } from './start-measured-server.ts';

const count = 200;
const seconds = 30;
/** How often one player acts alone in a round: the slowest hundredth are ten. */
const actionsAlone = 1_000;

/** Compares the slowest answers of 200 players who use the site together with those of one player alone. */
export async function mixedPlayers(dataDir: string): Promise<Measurement[]> {
  fillDemoData(dataDir);
  const server = await startMeasuredServer(dataDir);
  try {
    const random = createSeededRandom('mixed-players');
    const players = await withServerDatabase(dataDir, (db) =>
      createMixedPlayers(db, { origin: server.origin, count, random }),
    );
    const { ours, theirs, ratio } = await measureInterleaved(
      async () => quantile(await players.actTogether(seconds), 0.99),
      async () => quantile(await players.actAlone(actionsAlone), 0.99),
    );
    players.disconnect();
    return [
      {
        claim: `${count} players, each with an action every 5 seconds ÷ one player without pauses, p99`,
        ours: formatMs(ours),
        theirs: formatMs(theirs),
        ratio,
        goal: { atMost: 5 },
      },
    ];
  } finally {
    await server.stop();
  }
}
