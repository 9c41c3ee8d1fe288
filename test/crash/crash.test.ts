import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { readBundle } from '#catalog/read-bundle.ts';
import type { Database } from '#database/client.ts';
import {
  bigintText,
  type ColumnTypes,
  integer,
  integerArray,
  text,
} from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { withNightly } from '../config/nightly.ts';
import { findLedgerViolations } from '../fixtures/factories.ts';
import { Buyer } from './buyer.ts';
import { type CrashKind, crashKinds, crashWhile, repeatKinds } from './crash-during-trade.ts';
import { cleanUp, startGuildhall } from './guildhall-process.ts';
import { withRunningDatabase } from './market-state.ts';
import { makePreparedDataDir } from './prepared-data-dir.ts';

/** In `npm test` other series have the crash of both. */
const crashes = [
  ...withNightly<CrashKind>(['the application', 'Postgres'], ['both']),
  ...withNightly<CrashKind>([], repeatKinds(crashKinds, 27)),
];
const buyers = 4;
/** An odd price, low enough to buy many games of the catalog. */
const priceCents = 1_01;
const settings = { GAME_PRICE: '1.01' };

let dataDir = '';
afterAll(() => cleanUp(dataDir));

it(`kill -9 of ${[...new Set(crashes)].join(', ')} during purchases neither loses nor repeats an acknowledged purchase`, {
  timeout: timeLimits.test + crashes.length * timeLimits.crashRound,
}, async () => {
  dataDir = await makePreparedDataDir();
  const games = await bundledGames();
  const players = Array.from({ length: buyers }, (_, index) => new Buyer(index + 1, games));
  let guildhall = await startGuildhall(dataDir, settings);
  await Promise.all(players.map((player) => player.join(guildhall.origin)));
  for (const [round, kind] of crashes.entries()) {
    const { origin } = guildhall;
    // Other numbers of answers, so that the crash is at other points of a purchase.
    const answers = 5 + (round % 10) * 2;
    await crashWhile(guildhall, { kind, answers }, (onBought) =>
      Promise.all(players.map((player) => player.buyUntilFailure(origin, onBought))),
    );
    guildhall = await startGuildhall(dataDir, settings);
    const { origin: next } = guildhall;
    await Promise.all(players.map((player) => player.resendUnanswered(next)));
  }
  const stored = await withRunningDatabase(dataDir, readAccounts);
  expect(stored.faults).toEqual([]);
  for (const { username, bought } of players) {
    expect(stored.accounts.get(username)).toEqual({
      games: bought.toSorted((a, b) => a - b),
      payments: bought.length,
      balance: 500_00 - bought.length * priceCents,
    });
  }
  guildhall.process.kill('SIGTERM');
  expect(await guildhall.exited).toBe(0);
});

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

async function readAccounts(db: Database) {
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
}
