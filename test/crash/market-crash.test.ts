import { afterAll, describe, expect, it } from 'vitest';
import { timeLimits } from '#test/config/time-limits.ts';
import { roundsOfRun, withNightly } from '../config/nightly.ts';
import {
  type CrashKind,
  crashDuringTrade,
  crashKinds,
  joinAll,
  repeatKinds,
} from './crash-during-trade.ts';
import { expectAcknowledgedState } from './expect-market-state.ts';
import { cleanUp, startGuildhall } from './guildhall-process.ts';
import { doneForms, Trader } from './market-client.ts';
import type { MarketFormKind } from './market-forms.ts';
import {
  type CardGrant,
  defaultCardKinds,
  grantCards,
  readMarket,
  withRunningDatabase,
} from './market-state.ts';
import { makePreparedDataDir } from './prepared-data-dir.ts';
import { TradePlanner } from './trade-planner.ts';

/** `npm test` has the crash of both, which also tests the recovery of Postgres. The variable is for long manual runs. */
const longRun = Number(process.env.MARKET_CRASH_ROUNDS ?? 0);
const kinds = longRun
  ? repeatKinds(crashKinds, longRun)
  : withNightly<CrashKind>(['both'], ['the application', 'Postgres']);
const rounds = kinds.length;
/** Registering costs most. 24 are enough for two CPU cores. */
const traders = Number(process.env.MARKET_CRASH_TRADERS ?? (longRun ? 24 : roundsOfRun(8, 24)));
const copies = 6;
const gameCount = 3;

const folders: string[] = [];
afterAll(async () => {
  for (const dataDir of folders) await cleanUp(dataDir);
});

/** Grants each trader most card kinds but not all, so that some are missing. */
function grantMostKinds(people: readonly Trader[]): CardGrant[] {
  return people.flatMap(({ username }, index) =>
    defaultCardKinds
      .filter((_, place) => (place + index) % 3 !== 0)
      .map((kindId) => ({ username, kindId, copies })),
  );
}

async function tradeThroughCrashes(dataDir: string) {
  const people = Array.from({ length: traders }, (_, index) => new Trader(index + 1));
  const start = () => startGuildhall(dataDir, { TOP_UP_DAILY: '100000' });
  let guildhall = await start();
  const { origin: first } = guildhall;
  await joinAll(people, first);
  const grants = grantMostKinds(people);
  const planner = new TradePlanner(
    await withRunningDatabase(dataDir, (db) => grantCards(db, grants, gameCount)),
  );
  let seconds = 0;
  for (const kind of kinds) {
    const answers = roundsOfRun(150, 200) + planner.below(roundsOfRun(10, 100));
    seconds += await crashDuringTrade(guildhall, people, { planner, kind, answers });
    guildhall = await start();
    const next = guildhall.origin;
    await Promise.all(people.map((trader) => trader.resendUnanswered(next)));
  }
  return { people, cards: grants.length * copies * gameCount, seconds };
}

const formKinds: MarketFormKind[] = [
  ...(['sell', 'sell-duplicates', 'reprice', 'remove', 'remove-all'] as const),
  ...(['buy', 'buy-missing', 'top-up'] as const),
];

describe('during trade', () => {
  it(`kill -9 of ${kinds.join(', ')} neither loses nor repeats an acknowledged change`, {
    timeout: timeLimits.longTest + rounds * timeLimits.crashRound,
  }, async () => {
    const dataDir = await makePreparedDataDir();
    folders.push(dataDir);
    const { people, cards, seconds } = await tradeThroughCrashes(dataDir);
    expectAcknowledgedState(await withRunningDatabase(dataDir, readMarket), { people, cards });
    // Every kind of form was sent.
    for (const kind of formKinds)
      expect({ kind, of: doneForms(people, kind).length }).not.toEqual({ kind, of: 0 });
    if (longRun) process.stdout.write(`${figures(people, seconds)}\n`);
  });
});

/** A summary of the acknowledged forms, for manual runs. */
function figures(people: readonly Trader[], seconds: number): string {
  const done = formKinds.map((kind) => `${doneForms(people, kind).length} ${kind}`);
  const missing = doneForms(people, 'buy-missing').reduce(
    (sum, { bought }) => sum + bought.length,
    0,
  );
  const forms = people.reduce((sum, { sent }) => sum + sent, 0);
  const answered = people.reduce((sum, { results: settled }) => sum + settled.length, 0);
  return [
    `${rounds} crashes under ${traders} traders`,
    `done: ${done.join(', ')} (${missing} missing cards)`,
    `${answered} answers to ${forms} forms sent, ${(answered / seconds).toFixed(0)} a second`,
  ].join('; ');
}
