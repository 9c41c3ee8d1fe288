import { expect } from 'vitest';
import type { Guildhall } from './guildhall-process.ts';
import type { Trader } from './market-client.ts';
import type { MarketForm } from './market-forms.ts';
import { UnexpectedAnswer } from './unexpected-answer.ts';

/** The processes that are killed. */
export const crashKinds = ['the application', 'Postgres', 'both'] as const;

export type CrashKind = (typeof crashKinds)[number];

/** How many rounds end with a crash, each with the next kind of `kinds`. */
export function repeatKinds(kinds: readonly CrashKind[], rounds: number): CrashKind[] {
  return Array.from({ length: rounds }, (_, round) => kinds[round % kinds.length] ?? 'both');
}

function crash(kind: CrashKind, { process: app, postgresPid }: Guildhall): void {
  if (kind !== 'the application') process.kill(postgresPid, 'SIGKILL');
  if (kind !== 'Postgres') app.kill('SIGKILL');
}

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
 * Runs `act`, which calls `onAnswer` for each acknowledged form. After `answers` answers the processes of `kind` are
 * killed. Waits until everything has ended. Returns the seconds until the crash.
 */
export async function crashWhile(
  guildhall: Guildhall,
  { kind, answers }: { kind: CrashKind; answers: number },
  act: (onAnswer: () => void) => Promise<unknown>,
): Promise<number> {
  const began = performance.now();
  let untilCrash = answers;
  let seconds = 0;
  await act(() => {
    untilCrash -= 1;
    if (untilCrash !== 0) return;
    seconds = (performance.now() - began) / 1000;
    crash(kind, guildhall);
  });
  // The application exits by itself when its embedded Postgres is gone.
  expect(await guildhall.exited).toBe(kind === 'Postgres' ? 1 : null);
  return seconds;
}

/** All traders trade at once until `crashWhile` ends it. Returns the seconds until the crash. */
export function crashDuringTrade(
  guildhall: Guildhall,
  people: readonly Trader[],
  { planner, ...point }: { planner: Planner; kind: CrashKind; answers: number },
): Promise<number> {
  const { origin } = guildhall;
  return crashWhile(guildhall, point, (onAnswer) =>
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
