import { expect } from 'vitest';
import type { Guildhall } from './guildhall-process.ts';
import type { Trader } from './market-client.ts';
import type { MarketForm } from './market-forms.ts';
import { UnexpectedAnswer } from './unexpected-answer.ts';

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

/** Chooses the next form of a trader. */
interface Planner {
  next(trader: Trader, origin: string): Promise<MarketForm>;
}

/** Trades until the server fails. Calls `onAnswer` for each acknowledged form. */
async function tradeUntilFailure(
  trader: Trader,
  origin: string,
  { planner, onAnswer }: { planner: Planner; onAnswer: () => void },
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

/**
 * Runs `act`, which calls `onAnswer` for each acknowledged form. After `answers` answers the application, Postgres or
 * both are killed, depending on `round`. Waits until everything has ended. Returns the seconds until the crash.
 */
export async function crashWhile(
  guildhall: Guildhall,
  { round, answers }: { round: number; answers: number },
  act: (onAnswer: () => void) => Promise<unknown>,
): Promise<number> {
  const { crash, exitCode } = crashes[round % crashes.length] ?? crashOfApplication;
  const began = performance.now();
  let untilCrash = answers;
  let seconds = 0;
  await act(() => {
    untilCrash -= 1;
    if (untilCrash !== 0) return;
    seconds = (performance.now() - began) / 1000;
    crash(guildhall);
  });
  expect(await guildhall.exited).toBe(exitCode);
  return seconds;
}

/** All traders trade at once until `crashWhile` ends it. Returns the seconds until the crash. */
export function crashDuringTrade(
  guildhall: Guildhall,
  people: readonly Trader[],
  { planner, ...crash }: { planner: Planner; round: number; answers: number },
): Promise<number> {
  const { origin } = guildhall;
  return crashWhile(guildhall, crash, (onAnswer) =>
    Promise.all(people.map((trader) => tradeUntilFailure(trader, origin, { planner, onAnswer }))),
  );
}

/** A few at a time, because the server rejects registrations when too many wait for password hashing. */
const joinAtOnce = 8;

/** Registers all traders. */
export async function joinAll(people: readonly Trader[], origin: string): Promise<void> {
  for (let next = 0; next < people.length; next += joinAtOnce)
    await Promise.all(people.slice(next, next + joinAtOnce).map((trader) => trader.join(origin)));
}
