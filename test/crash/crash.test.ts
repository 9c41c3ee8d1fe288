import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBundle } from '#catalog/bundle.ts';
import { type Database, openDatabase } from '#database/client.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { ledgerFaults } from '../fixtures/factories.ts';
import { Buyer } from './buyer.ts';
import { cleanUp, type Guildhall, startGuildhall } from './guildhall-process.ts';
import { makePreparedDataDir } from './prepared-data-dir.ts';

const rounds = 10;
const buyers = 4;
/** Dear enough for its digits to matter, cheap enough for every game of the catalogue. */
const priceCents = 1_01;
const settings = { GAME_PRICE: '1.01' };

/** What is killed, how, and the exit code of the application that follows. */
const crashes: [string, (guildhall: Guildhall) => void, number | null][] = [
  ['the application', ({ process: app }) => app.kill('SIGKILL'), null],
  ['Postgres', ({ postgresPid }) => process.kill(postgresPid, 'SIGKILL'), 1],
  [
    'both',
    ({ process: app, postgresPid }) => {
      process.kill(postgresPid, 'SIGKILL');
      app.kill('SIGKILL');
    },
    null,
  ],
];

/** The series of each crash: all at once, as most of their time is spent waiting for starts. */
const series = new Map<string, Promise<Series>>();
const folders: string[] = [];

beforeAll(async () => {
  const games = await bundledGames();
  for (const [name, crash, exitCode] of crashes) {
    const dataDir = await makePreparedDataDir();
    folders.push(dataDir);
    const run = crashAgainAndAgain(dataDir, games, crash, exitCode);
    // Its own test tells what was wrong.
    run.catch(() => undefined);
    series.set(name, run);
  }
});

afterAll(async () => {
  await Promise.allSettled(series.values());
  for (const dataDir of folders) await cleanUp(dataDir);
});

describe('under purchases', () => {
  it.each(crashes.map(([name]) => name))(
    `${rounds} times kill -9 of %s loses and doubles nothing that was acknowledged`,
    async (name) => {
      const { dataDir, players } = (await series.get(name)) as Series;
      const kept = await readAccounts(dataDir);
      expect(kept.faults).toEqual([]);
      for (const { username, bought } of players) {
        expect(kept.accounts.get(username)).toEqual({
          games: bought.toSorted((a, b) => a - b),
          payments: bought.length,
          balance: 500_00 - bought.length * priceCents,
        });
      }
    },
    300_000,
  );
});

interface Series {
  dataDir: string;
  players: Buyer[];
}

async function crashAgainAndAgain(
  dataDir: string,
  games: readonly number[],
  crash: (guildhall: Guildhall) => void,
  exitCode: number | null,
): Promise<Series> {
  const players = Array.from({ length: buyers }, (_, index) => new Buyer(index + 1, games));
  let guildhall = await startGuildhall(dataDir, settings);
  for (const player of players) await player.join(guildhall.origin);
  for (let round = 1; round <= rounds; round += 1) {
    const { origin } = guildhall;
    let untilCrash = 3 + round * 2;
    await Promise.all(
      players.map((player) =>
        player.buyUntilFailure(origin, () => {
          untilCrash -= 1;
          if (untilCrash === 0) crash(guildhall);
        }),
      ),
    );
    // An application whose own Postgres is gone ends by itself.
    expect(await guildhall.exited).toBe(exitCode);
    guildhall = await startGuildhall(dataDir, settings);
    const { origin: next } = guildhall;
    await Promise.all(players.map((player) => player.settle(next)));
  }
  guildhall.process.kill('SIGTERM');
  expect(await guildhall.exited).toBe(0);
  return { dataDir, players };
}

async function bundledGames(): Promise<number[]> {
  const bundle = await readBundle({
    catalogDirectory: 'catalog',
    artDirectory: path.join('build', 'client', 'art'),
  });
  return bundle.games.map(({ id }) => id);
}

/** What the database holds once no application uses it. */
async function readAccounts(dataDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const db: Database = openDatabase(postgres.connection);
  try {
    const { rows } = await db.execute<{
      username: string;
      games: number[];
      payments: number;
      balance: string;
    }>(sql`
      select username,
        array(select game_id from owned_games where user_id = users.id order by 1) as games,
        (select count(*)::integer from ledger_entries where wallet_id = users.id and kind = 'game')
          as payments,
        (select balance from wallets where user_id = users.id) as balance
      from users`);
    const accounts = new Map(
      rows.map(({ username, games, payments, balance }) => [
        username,
        { games, payments, balance: Number(balance) },
      ]),
    );
    return { accounts, faults: await ledgerFaults(db) };
  } finally {
    await db.$client.end();
    await postgres.stop();
  }
}
