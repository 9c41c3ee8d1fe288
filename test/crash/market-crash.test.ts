import { afterAll, describe, expect, it } from 'vitest';
import { expectAcknowledgedState } from './expect-market-state.ts';
import { cleanUp, type Guildhall, startGuildhall } from './guildhall-process.ts';
import { doneForms, Trader } from './market-client.ts';
import type { MarketFormKind } from './market-forms.ts';
import {
  type CardGrant,
  defaultCardKinds,
  grantCards,
  readStoppedMarket,
  withRunningDatabase,
} from './market-state.ts';
import { makePreparedDataDir } from './prepared-data-dir.ts';
import { TradePlanner } from './trade-planner.ts';
import { UnexpectedAnswer } from './unexpected-answer.ts';

/** The number of crashes: of the application, of Postgres and of both in turn. The variable is for long manual runs. */
const rounds = Number(process.env.MARKET_CRASH_ROUNDS ?? 3);
/** Enough traders for two CPU cores. */
const traders = Number(process.env.MARKET_CRASH_TRADERS ?? 24);
const copies = 6;
const gameCount = 3;

interface Crash {
  crash(guildhall: Guildhall): void;
  /** The exit code of the application after the crash. */
  exitCode: number | null;
}

const crashOfApplication: Crash = {
  crash: ({ process: app }) => app.kill('SIGKILL'),
  exitCode: null,
};

const crashes: Crash[] = [
  crashOfApplication,
  // The application exits by itself when its embedded Postgres is gone.
  { crash: ({ postgresPid }) => process.kill(postgresPid, 'SIGKILL'), exitCode: 1 },
  {
    crash: ({ process: app, postgresPid }) => {
      process.kill(postgresPid, 'SIGKILL');
      app.kill('SIGKILL');
    },
    exitCode: null,
  },
];

const folders: string[] = [];
afterAll(async () => {
  for (const dataDir of folders) await cleanUp(dataDir);
});

/** Trades until the server fails. Calls `onAnswer` for each acknowledged form. */
async function tradeUntilFailure(
  trader: Trader,
  origin: string,
  { planner, onAnswer }: { planner: TradePlanner; onAnswer: () => void },
): Promise<void> {
  try {
    for (;;) {
      await trader.submitOnce(origin, await planner.next(trader, origin));
      onAnswer();
    }
  } catch (error) {
    if (error instanceof UnexpectedAnswer) throw error;
  }
}

/** Grants each trader most card kinds but not all, so that some are missing. */
function grantMostKinds(people: readonly Trader[]): CardGrant[] {
  return people.flatMap(({ username }, index) =>
    defaultCardKinds
      .filter((_, place) => (place + index) % 3 !== 0)
      .map((kindId) => ({ username, kindId, copies })),
  );
}

const joinAtOnce = 8;

async function tradeThroughCrashes(dataDir: string) {
  const people = Array.from({ length: traders }, (_, index) => new Trader(index + 1));
  const start = () => startGuildhall(dataDir, { TOP_UP_DAILY: '100000' });
  let guildhall = await start();
  const { origin: first } = guildhall;
  // A few at a time, because the server rejects registrations when too many wait for password hashing.
  for (let next = 0; next < people.length; next += joinAtOnce) {
    await Promise.all(people.slice(next, next + joinAtOnce).map((trader) => trader.join(first)));
  }
  const grants = grantMostKinds(people);
  const planner = new TradePlanner(
    await withRunningDatabase(dataDir, (db) => grantCards(db, grants, gameCount)),
  );
  let seconds = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { origin } = guildhall;
    const { crash, exitCode } = crashes[round % crashes.length] ?? crashOfApplication;
    const began = performance.now();
    let untilCrash = 100 + planner.below(200);
    const onAnswer = () => {
      untilCrash -= 1;
      if (untilCrash !== 0) return;
      seconds += (performance.now() - began) / 1000;
      crash(guildhall);
    };
    await Promise.all(
      people.map((trader) => tradeUntilFailure(trader, origin, { planner, onAnswer })),
    );
    expect(await guildhall.exited).toBe(exitCode);
    guildhall = await start();
    const next = guildhall.origin;
    await Promise.all(people.map((trader) => trader.resendUnanswered(next)));
  }
  guildhall.process.kill('SIGTERM');
  expect(await guildhall.exited).toBe(0);
  return { people, cards: grants.length * copies * gameCount, seconds };
}

const kinds: MarketFormKind[] = [
  ...(['sell', 'sell-duplicates', 'reprice', 'remove', 'remove-all'] as const),
  ...(['buy', 'buy-missing', 'top-up'] as const),
];

describe('during trade', () => {
  it(`${rounds} times kill -9 neither loses nor repeats an acknowledged change`, {
    timeout: 300_000 + rounds * 60_000,
  }, async () => {
    const dataDir = await makePreparedDataDir();
    folders.push(dataDir);
    const { people, cards, seconds } = await tradeThroughCrashes(dataDir);
    expectAcknowledgedState(await readStoppedMarket(dataDir), { people, cards });
    // Every kind of form was sent.
    for (const kind of kinds)
      expect({ kind, of: doneForms(people, kind).length }).not.toEqual({ kind, of: 0 });
    if (process.env.MARKET_CRASH_ROUNDS) process.stdout.write(`${figures(people, seconds)}\n`);
  });
});

/** A summary of the acknowledged forms, for manual runs. */
function figures(people: readonly Trader[], seconds: number): string {
  const done = kinds.map((kind) => `${doneForms(people, kind).length} ${kind}`);
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
