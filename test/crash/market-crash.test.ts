import { afterAll, describe, expect, it } from 'vitest';
import { cleanUp, type Guildhall, startGuildhall } from './guildhall-process.ts';
import {
  besides,
  type Deal,
  dealCards,
  dealtKinds,
  readMarketAfterwards,
} from './market-account.ts';
import { expectAsAcknowledged } from './market-accounting.ts';
import { doneOf, Trader, UnexpectedAnswer } from './market-client.ts';
import type { IntentKind } from './market-intents.ts';
import { TradingFloor } from './market-load.ts';
import { makePreparedDataDir } from './prepared-data-dir.ts';

/** Crashes, in turn of the application, of Postgres and of both. For the long run by hand set the variable. */
const rounds = Number(process.env.MARKET_CRASH_ROUNDS ?? 3);
/** As many as keep two cores busy. */
const traders = Number(process.env.MARKET_CRASH_TRADERS ?? 24);
const copies = 6;
const gameCount = 3;

interface Crash {
  crash(guildhall: Guildhall): void;
  /** Of the application that follows. */
  exitCode: number | null;
}

const crashOfApplication: Crash = {
  crash: ({ process: app }) => app.kill('SIGKILL'),
  exitCode: null,
};

const crashes: Crash[] = [
  crashOfApplication,
  // An application whose own Postgres is gone ends by itself.
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

/** Trades until the server fails; `onAnswer` hears of each acknowledged form. */
async function tradeUntilFailure(
  trader: Trader,
  origin: string,
  { floor, onAnswer }: { floor: TradingFloor; onAnswer: () => void },
): Promise<void> {
  try {
    for (;;) {
      await trader.act(origin, await floor.next(trader, origin));
      onAnswer();
    }
  } catch (error) {
    if (error instanceof UnexpectedAnswer) throw error;
  }
}

/** To each trader most kinds of cards and never all, so that something is missing. */
function dealTo(people: readonly Trader[]): Deal[] {
  return people.flatMap(({ username }, index) =>
    dealtKinds
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
  // Not all at once: of those who wait for their passwords to be hashed, too many are sent away.
  for (let next = 0; next < people.length; next += joinAtOnce) {
    await Promise.all(people.slice(next, next + joinAtOnce).map((trader) => trader.join(first)));
  }
  const deals = dealTo(people);
  const floor = new TradingFloor(await besides(dataDir, (db) => dealCards(db, deals, gameCount)));
  let seconds = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { origin } = guildhall;
    const { crash, exitCode } = crashes[round % crashes.length] ?? crashOfApplication;
    const began = performance.now();
    let untilCrash = 100 + floor.below(200);
    const onAnswer = () => {
      untilCrash -= 1;
      if (untilCrash !== 0) return;
      seconds += (performance.now() - began) / 1000;
      crash(guildhall);
    };
    await Promise.all(
      people.map((trader) => tradeUntilFailure(trader, origin, { floor, onAnswer })),
    );
    expect(await guildhall.exited).toBe(exitCode);
    guildhall = await start();
    const next = guildhall.origin;
    await Promise.all(people.map((trader) => trader.settle(next)));
  }
  guildhall.process.kill('SIGTERM');
  expect(await guildhall.exited).toBe(0);
  return { people, cards: deals.length * copies * gameCount, seconds };
}

const kinds: IntentKind[] = [
  ...(['sell', 'sell-duplicates', 'reprice', 'remove', 'remove-all'] as const),
  ...(['buy', 'buy-missing', 'top-up'] as const),
];

describe('under trade', () => {
  it(`${rounds} times kill -9 loses and doubles nothing that was acknowledged`, {
    timeout: 300_000 + rounds * 60_000,
  }, async () => {
    const dataDir = await makePreparedDataDir();
    folders.push(dataDir);
    const { people, cards, seconds } = await tradeThroughCrashes(dataDir);
    expectAsAcknowledged(await readMarketAfterwards(dataDir), { people, cards });
    // There was trade of every kind.
    for (const kind of kinds)
      expect({ kind, of: doneOf(people, kind).length }).not.toEqual({ kind, of: 0 });
    if (process.env.MARKET_CRASH_ROUNDS) process.stdout.write(`${figures(people, seconds)}\n`);
  });
});

/** What was acknowledged, for a run by hand. */
function figures(people: readonly Trader[], seconds: number): string {
  const done = kinds.map((kind) => `${doneOf(people, kind).length} ${kind}`);
  const missing = doneOf(people, 'buy-missing').reduce((sum, { bought }) => sum + bought.length, 0);
  const forms = people.reduce((sum, { sent }) => sum + sent, 0);
  const answered = people.reduce((sum, { settled }) => sum + settled.length, 0);
  return [
    `${rounds} crashes under ${traders} traders`,
    `done: ${done.join(', ')} (${missing} missing cards)`,
    `${answered} answers to ${forms} forms sent, ${(answered / seconds).toFixed(0)} a second`,
  ].join('; ');
}
