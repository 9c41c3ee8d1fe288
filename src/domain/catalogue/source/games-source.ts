import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#db/client.ts';
import { gamesDatabase as limits } from '#shared/limits.ts';
import type { Limits } from '../../accounts/limits.ts';
import type { Clock, Log } from '../../context.ts';
import type { GamesDatabase } from '../games-database.ts';
import { isFresh, type KeptAnswer, readAnswer } from './answers.ts';
import { createBreaker } from './breaker.ts';
import { createBudget } from './budget.ts';
import { createFlight } from './flight.ts';
import { type Question, questionKey } from './question.ts';

/** Waits so many milliseconds, or until `signal` says that nobody waits any more. Never rejects. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export interface Asked {
  /** What is kept of the question by now; null where nothing is. */
  answer: KeptAnswer | null;
  /** Whether it came while one waited, so that what was read before is to be read again. */
  renewed: boolean;
}

export interface Asker {
  address: string;
  /** Whether the page has something to show without the answer; looked up only where one is awaited. */
  held?: boolean | (() => Promise<boolean>);
  /** Whether it is about a game or a company that we hold: then it counts against nobody's limit. */
  known?: boolean;
}

/** A games database with what is kept of it: asks what is not known or a day old, and waits for little. */
export interface GamesSource {
  /**
   * What is known of a question. It asks when nothing fresh is kept, waits a moment for the answer, a
   * longer one when the page has nothing else to show (`held` is false), and never fails because of the
   * source. A question that was never asked before counts against the limit of `address`, unless
   * it is about something `known`.
   */
  look(question: Question, asker: Asker): Promise<Asked>;
  /** Lets no further call begin and waits for those under way, two seconds at most. */
  close(): Promise<void>;
}

export interface GamesSourceParts {
  database: GamesDatabase;
  db: Database;
  clock: Clock;
  limits: Limits;
  log: Log;
  wait?: Wait;
}

const waitByTimer: Wait = (ms, signal) =>
  pause(ms, undefined, { signal, ref: false }).catch(() => undefined);

/** Makes the source of a process. */
export function createGamesSource(parts: GamesSourceParts): GamesSource {
  const { db, clock, log, wait = waitByTimer } = parts;
  /** The calls of this process that are under way, one of a question; each tells if it was answered. */
  const flights = new Map<string, Promise<boolean>>();
  const stopped = new AbortController();
  const fly = createFlight({
    ...parts,
    breaker: createBreaker(clock, log),
    budget: createBudget(db, clock, log),
    wait,
    stopped: stopped.signal,
  });

  function flightOf(request: Parameters<typeof fly>[0]) {
    const { key } = request;
    const current = flights.get(key);
    if (current || stopped.signal.aborted) return current;
    const flight = fly(request).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  }

  return {
    async look(question, { address, held = false, known = false }) {
      const key = questionKey(question);
      const answer = (await readAnswer(db, key))?.answer ?? null;
      if (answer && isFresh(answer, clock.now())) return { answer, renewed: false };
      const flight = flightOf({ key, question, address, known, isNew: answer === null });
      if (!flight) return { answer, renewed: false };
      const isShort = answer !== null || (typeof held === 'function' ? await held() : held);
      const patience = isShort ? limits.patienceMs : limits.longPatienceMs;
      const renewed = await within(patience, wait, flight, false);
      return { answer: renewed ? ((await readAnswer(db, key))?.answer ?? null) : answer, renewed };
    },

    async close() {
      stopped.abort();
      await within(limits.stopMs, wait, Promise.allSettled(flights.values()), null);
    },
  };
}

/** What `work` comes to within `ms`, or else `otherwise`, while the work goes on. */
async function within<Result, Otherwise>(
  ms: number,
  wait: Wait,
  work: Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> {
  const enough = new AbortController();
  try {
    return await Promise.race([work, wait(ms, enough.signal).then(() => otherwise)]);
  } finally {
    enough.abort();
  }
}
