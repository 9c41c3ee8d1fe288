import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#database/client.ts';
import type { RateLimiter } from '#domain/accounts/rate-limiter.ts';
import type { Clock, Log } from '#domain/base-context.ts';
import { catalogProviderConstants } from '#shared/constants/catalog-provider.ts';
import { createBudget } from './call-budget.ts';
import type { CatalogProvider } from './catalog-provider.ts';
import { createBreaker } from './circuit-breaker.ts';
import { createFetchOnce, type Wait } from './fetch-once.ts';
import { type ProviderQuery, queryKey } from './provider-query.ts';
import { isFresh, readAnswer, type StoredAnswer } from './stored-answers.ts';

export interface LookupResult {
  /** What is kept of the question by now; null where nothing is. */
  answer: StoredAnswer | null;
  /** Whether it came while one waited, so that what was read before is to be read again. */
  renewed: boolean;
}

export interface LookupCaller {
  address: string;
  /** Whether the page has something to show without the answer; looked up only where one is awaited. */
  held?: boolean | (() => Promise<boolean>);
  /** Whether it is about a game or a company that we hold: then it counts against nobody's limit. */
  known?: boolean;
}

/** A games database with what is kept of it: asks what is not known or a day old, and waits for little. */
export interface CachedProvider {
  /**
   * What is known of a question. It asks when nothing fresh is kept, waits a moment for the answer, a
   * longer one when the page has nothing else to show (`held` is false), and never fails because of the
   * source. A question that was never asked before counts against the limit of `address`, unless
   * it is about something `known`.
   */
  get(question: ProviderQuery, asker: LookupCaller): Promise<LookupResult>;
  /** Lets no further call begin and waits for those under way, two seconds at most. */
  close(): Promise<void>;
}

export interface CachedProviderOptions {
  database: CatalogProvider;
  db: Database;
  clock: Clock;
  rateLimiter: RateLimiter;
  log: Log;
  wait?: Wait;
}

const waitByTimer: Wait = (ms, signal) =>
  pause(ms, undefined, { signal, ref: false }).catch(() => undefined);

/** Makes the source of a process. */
export function createCachedProvider(parts: CachedProviderOptions): CachedProvider {
  const { db, clock, log, wait = waitByTimer } = parts;
  /** The calls of this process that are under way, one of a question; each tells if it was answered. */
  const flights = new Map<string, Promise<boolean>>();
  const stopped = new AbortController();
  const fly = createFetchOnce({
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
    async get(question, { address, held = false, known = false }) {
      const key = queryKey(question);
      const answer = (await readAnswer(db, key))?.answer ?? null;
      if (answer && isFresh(answer, clock.now())) return { answer, renewed: false };
      const flight = flightOf({ key, question, address, known, isNew: answer === null });
      if (!flight) return { answer, renewed: false };
      const isShort = answer !== null || (typeof held === 'function' ? await held() : held);
      const patience = isShort
        ? catalogProviderConstants.patienceMs
        : catalogProviderConstants.longPatienceMs;
      const renewed = await within(patience, wait, flight, false);
      return { answer: renewed ? ((await readAnswer(db, key))?.answer ?? null) : answer, renewed };
    },

    async close() {
      stopped.abort();
      await within(
        catalogProviderConstants.stopMs,
        wait,
        Promise.allSettled(flights.values()),
        null,
      );
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
