import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#database/client.ts';
import type { RateLimiter } from '#domain/accounts/rate-limiter.ts';
import type { Clock, Log } from '#domain/base-context.ts';
import { catalogProviderConstants } from '#shared/constants/catalog/catalog-provider.ts';
import { type ProviderQuery, queryKey } from './build-provider-query.ts';
import { createCallBudget } from './call-budget.ts';
import type { CatalogProvider } from './catalog-provider-port.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createQueryFetcher, type Wait } from './query-fetcher.ts';
import { isFresh, readAnswer, type StoredAnswer } from './stored-answers.ts';

export interface LookupResult {
  /** The stored answer; null if nothing is stored. */
  answer: StoredAnswer | null;
  /** Whether the answer was stored during this call. The caller must then read its rows again. */
  refreshed: boolean;
}

export interface LookupCaller {
  /** The client's IP address, for its rate limit. */
  address: string;
  /** Whether the page has something to show without the answer. A function is called only when it matters. */
  hasFallback?: boolean | (() => Promise<boolean>);
  /** Whether the query is about a stored game or company. It then uses no rate limit. */
  isKnown?: boolean;
}

/** The catalog provider with stored answers. It is called when no answer is stored or the answer is a day old. */
export interface CachedProvider {
  /**
   * Returns the stored answer of a query. If it is missing or not fresh, calls the provider and waits
   * shortly for the answer, or longer if the page has nothing else to show (`hasFallback` is false).
   * Never fails because of the provider. A query without a stored answer uses the rate limit of
   * `address`, unless `isKnown`.
   */
  get(query: ProviderQuery, caller: LookupCaller): Promise<LookupResult>;
  /** Starts no further call and waits up to two seconds for the running ones. */
  close(): Promise<void>;
}

export interface CachedProviderOptions {
  provider: CatalogProvider;
  db: Database;
  clock: Clock;
  rateLimiter: RateLimiter;
  log: Log;
  wait?: Wait;
}

const waitByTimer: Wait = (ms, signal) =>
  pause(ms, undefined, { signal, ref: false }).catch(() => undefined);

/** Creates the cached provider; one per process. */
export function createCachedProvider(parts: CachedProviderOptions): CachedProvider {
  const { db, clock, log, wait = waitByTimer } = parts;
  /** The running fetches by query key; each resolves to whether an answer was stored. */
  const running = new Map<string, Promise<boolean>>();
  const stopped = new AbortController();
  const fetchQuery = createQueryFetcher({
    ...parts,
    circuitBreaker: createCircuitBreaker(clock, log),
    budget: createCallBudget(db, clock, log),
    wait,
    stopped: stopped.signal,
  });

  function startOrJoinFetch(request: Parameters<typeof fetchQuery>[0]) {
    const { key } = request;
    const current = running.get(key);
    if (current || stopped.signal.aborted) return current;
    const started = fetchQuery(request).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  }

  return {
    async get(query, { address, hasFallback = false, isKnown = false }) {
      const key = queryKey(query);
      const answer = (await readAnswer(db, key))?.answer ?? null;
      if (answer && isFresh(answer, clock.now())) return { answer, refreshed: false };
      const fetching = startOrJoinFetch({ key, query, address, isKnown, isNew: answer === null });
      if (!fetching) return { answer, refreshed: false };
      const canShowPage =
        answer !== null || (typeof hasFallback === 'function' ? await hasFallback() : hasFallback);
      const waitMs = canShowPage
        ? catalogProviderConstants.waitMs
        : catalogProviderConstants.longWaitMs;
      const refreshed = await within(waitMs, wait, fetching, false);
      return {
        answer: refreshed ? ((await readAnswer(db, key))?.answer ?? null) : answer,
        refreshed,
      };
    },

    async close() {
      stopped.abort();
      await within(
        catalogProviderConstants.stopTimeoutMs,
        wait,
        Promise.allSettled(running.values()),
        null,
      );
    },
  };
}

/** The result of `work`, or `otherwise` after `ms`. The work goes on in that case. */
async function within<Result, Otherwise>(
  ms: number,
  wait: Wait,
  work: Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> {
  const finished = new AbortController();
  try {
    return await Promise.race([work, wait(ms, finished.signal).then(() => otherwise)]);
  } finally {
    finished.abort();
  }
}
