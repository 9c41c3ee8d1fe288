import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBundle } from '#catalog/read-bundle.ts';
import { type Database, openDatabase } from '#database/client.ts';
import {
  bigintText,
  type ColumnTypes,
  integer,
  integerArray,
  text,
} from '#database/column-types.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { queryRows } from '#database/prepared-query.ts';
import { findLedgerViolations } from '../fixtures/factories.ts';
import { Buyer } from './buyer.ts';
import { cleanUp, type Guildhall, startGuildhall } from './guildhall-process.ts';
import { makePreparedDataDir } from './prepared-data-dir.ts';

const rounds = 10;
const buyers = 4;
/** An odd price, low enough to buy every game of the catalog. */
const priceCents = 1_01;
const settings = { GAME_PRICE: '1.01' };

/** The killed processes, how they are killed, and the exit code of the application. */
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

/** The series of crashes run at the same time, because they mostly wait for starts. */
const series = new Map<string, Promise<Series>>();
const folders: string[] = [];

beforeAll(async () => {
  const games = await bundledGames();
  for (const [name, crash, exitCode] of crashes) {
    const dataDir = await makePreparedDataDir();
    folders.push(dataDir);
    const run = crashRepeatedly(dataDir, games, crash, exitCode);
    // The error is reported by the test of this series.
    run.catch(() => undefined);
    series.set(name, run);
  }
});

afterAll(async () => {
  await Promise.allSettled(series.values());
  for (const dataDir of folders) await cleanUp(dataDir);
});

describe('during purchases', () => {
  it.each(crashes.map(([name]) => name))(
    `${rounds} times kill -9 of %s neither loses nor repeats an acknowledged purchase`,
    async (name) => {
      const { dataDir, players } = (await series.get(name)) as Series;
      const stored = await readAccounts(dataDir);
      expect(stored.faults).toEqual([]);
      for (const { username, bought } of players) {
        expect(stored.accounts.get(username)).toEqual({
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

async function crashRepeatedly(
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
    // The application exits by itself when its embedded Postgres is gone.
    expect(await guildhall.exited).toBe(exitCode);
    guildhall = await startGuildhall(dataDir, settings);
    const { origin: next } = guildhall;
    await Promise.all(players.map((player) => player.resendUnanswered(next)));
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

interface StoredAccount {
  username: string;
  games: number[];
  payments: number;
  balance: string;
}

const accountColumns: ColumnTypes<StoredAccount> = {
  username: text,
  games: integerArray,
  payments: integer,
  balance: bigintText,
};

/** Reads the accounts from the database after the application has stopped. */
async function readAccounts(dataDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const db: Database = openDatabase(postgres.connection);
  try {
    const rows = await queryRows<StoredAccount>(
      db,
      accountColumns,
      sql`select username,
        array(select game_id from owned_games where user_id = users.id order by 1) as games,
        (select count(*)::integer from ledger_entries where wallet_id = users.id and kind = 'game')
          as payments,
        (select balance from wallets where user_id = users.id) as balance
      from users`,
    );
    const accounts = new Map(
      rows.map(({ username, games, payments, balance }) => [
        username,
        { games, payments, balance: Number(balance) },
      ]),
    );
    return { accounts, faults: await findLedgerViolations(db) };
  } finally {
    await db.$client.end();
    await postgres.stop();
  }
}
