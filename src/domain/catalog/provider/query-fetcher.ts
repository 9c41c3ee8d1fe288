import type { Database } from '#database/client.ts';
import type { RateLimiter } from '#domain/accounts/rate-limiter.ts';
import type { Clock, Log } from '#domain/base-context.ts';
import { createConcurrencyLimiter } from '#domain/lib/concurrency-limiter.ts';
import { createTtlCache } from '#domain/lib/ttl-cache.ts';
import { catalogProviderConstants } from '#shared/constants/catalog/catalog-provider.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import {
  CatalogProviderError,
  isCatalogProviderError,
} from '#shared/errors/catalog-provider-error.ts';
import type { ProviderQuery } from './build-provider-query.ts';
import type { createCallBudget } from './call-budget.ts';
import type { CatalogProvider } from './catalog-provider-port.ts';
import type { createCircuitBreaker } from './circuit-breaker.ts';
import { fetchAnswer } from './fetch-and-save-answer.ts';
import { claimQuery, isFresh, isStoredGenre, readAnswer, releaseQuery } from './stored-answers.ts';

/** Waits `ms` milliseconds, or until `signal` is aborted. Never rejects. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

interface FetcherOptions {
  provider: CatalogProvider;
  db: Database;
  clock: Clock;
  rateLimiter: RateLimiter;
  log: Log;
  circuitBreaker: ReturnType<typeof createCircuitBreaker>;
  budget: ReturnType<typeof createCallBudget>;
  wait: Wait;
  /** Aborted when the process stops. */
  stopped: AbortSignal;
}

interface Request {
  key: string;
  query: ProviderQuery;
  /** The client's IP address; a new query uses its rate limit. */
  address: string;
  /** Whether no answer is stored. */
  isNew: boolean;
  /** Whether the query is about a stored game or company. */
  isKnown: boolean;
}

/** A first answer about a stored game or company counts as a renewal, because its page can be shown anyway. */
const purposeOf = ({ isNew, isKnown }: Request) => (isNew && !isKnown ? 'new' : 'renewal');

/** The maximum number of remembered unreadable queries. If there are more, the oldest are sent again earlier. */
const unreadableMax = 1_000;

/**
 * Returns a function that fetches one query from the provider: it checks limits, claims the query for this
 * node, calls the provider and saves the answer. It resolves to whether an answer was saved and never
 * rejects.
 */
export function createQueryFetcher(parts: FetcherOptions): (request: Request) => Promise<boolean> {
  const { provider, db, clock, rateLimiter, log, circuitBreaker, budget, wait, stopped } = parts;
  /** Queries whose answers could not be read or saved. They are not sent again for a while. */
  const unreadable = createTtlCache(clock, {
    max: unreadableMax,
    ms: catalogProviderConstants.unreadableAnswerMs,
  });
  const limiter = createConcurrencyLimiter({
    atOnce: catalogProviderConstants.concurrentCallsMax,
    waitingMax: catalogProviderConstants.callsWaitingMax,
  });

  /** Whether the fetch can succeed, as far as this process knows. */
  function isWorthwhile(request: Request): boolean {
    return !unreadable.has(request.key) && budget.mayTake(purposeOf(request));
  }

  /** Whether the client may cause this call: it is within its rate limits, and the genre exists. */
  async function isAllowed(request: Request): Promise<boolean> {
    if (purposeOf(request) !== 'new') return true;
    const { query, address } = request;
    const genre = query.kind === 'list' ? query.list.genre : undefined;
    if (genre && !(await isStoredGenre(db, genre))) return false;
    try {
      await rateLimiter.take('catalog-provider-by-address', address);
      await rateLimiter.take('catalog-provider-by-address-daily', address);
      return true;
    } catch (error) {
      if (isAppError(error)) return false;
      throw error;
    }
  }

  /** Calls the provider with a timeout. A call that does not end is abandoned. */
  async function call(query: ProviderQuery) {
    const finished = new AbortController();
    const timeout = wait(catalogProviderConstants.callTimeoutMs, finished.signal).then(() => {
      throw new CatalogProviderError('unavailable', 'no answer in time');
    });
    timeout.catch(() => undefined);
    try {
      return await Promise.race([fetchAnswer(provider, query), timeout]);
    } finally {
      finished.abort();
    }
  }

  async function callAndSave({ key, query }: Request): Promise<boolean> {
    let save: Awaited<ReturnType<typeof fetchAnswer>>;
    try {
      save = await call(query);
    } catch (error) {
      const { problem, retryAfterMs, message } = toProviderError(error);
      if (problem !== 'malformed') {
        circuitBreaker.failed(problem, retryAfterMs, message);
        return false;
      }
      unreadable.set(key, true);
      // Only unreadable lists count as failures of the provider: clients can request any id and must not
      // be able to open the circuit breaker with it. This query is paused now, so one list cannot either.
      if (query.kind === 'list') circuitBreaker.failed(problem, retryAfterMs, message);
      else {
        log.warn({ query: key, detail: message.slice(0, 300) }, 'an answer cannot be read');
        circuitBreaker.leave();
      }
      return false;
    }
    circuitBreaker.succeeded();
    try {
      await save(db, key, clock.now());
      return true;
    } catch (error) {
      unreadable.set(key, true);
      // While the process stops, the database may be gone. The next process fetches again.
      if (!stopped.aborted) log.error({ err: error, query: key }, 'an answer cannot be saved');
      return false;
    }
  }

  /** Waits for the answer that another node is fetching. */
  async function waitForOtherNode(key: string): Promise<boolean> {
    for (
      let ms = 0;
      ms < catalogProviderConstants.longWaitMs && !stopped.aborted;
      ms += catalogProviderConstants.pollMs
    ) {
      const stored = await readAnswer(db, key);
      if (stored?.answer) return isFresh(stored.answer, clock.now());
      if (!stored?.claimedUntil) return false;
      await wait(catalogProviderConstants.pollMs, stopped);
    }
    return false;
  }

  /** Calls the provider if allowed. Returns `other-node` if another node is fetching the query. */
  async function claimAndCall(request: Request): Promise<boolean | 'other-node'> {
    const { key } = request;
    if (!isWorthwhile(request) || !circuitBreaker.enter()) return false;
    let entered = true;
    let claim: Date | null = null;
    try {
      if (!(await isAllowed(request))) return false;
      claim = await claimQuery(db, key, clock.now());
      if (!claim) return 'other-node';
      if (!(await budget.take(purposeOf(request)))) return false;
      entered = false;
      const saved = await callAndSave(request);
      if (saved) claim = null;
      return saved;
    } finally {
      if (entered) circuitBreaker.leave();
      if (claim) await releaseQuery(db, key, claim);
    }
  }

  async function fetchQuery(request: Request): Promise<boolean> {
    if (!isWorthwhile(request)) return false;
    const since = clock.now().getTime();
    // After that time no client waits for the answer any more.
    const isLate = () =>
      stopped.aborted || clock.now().getTime() - since > catalogProviderConstants.longWaitMs;
    const fetched = await limiter(async () => !isLate() && claimAndCall(request), false);
    if (fetched !== 'other-node') return fetched;
    return request.isNew ? waitForOtherNode(request.key) : false;
  }

  return (request) =>
    fetchQuery(request).catch((error: unknown) => {
      if (!stopped.aborted) log.error({ err: error }, 'the catalog provider could not be queried');
      return false;
    });
}

/** Any other error is a bug, usually in the code that parses answers; it counts as `malformed`. */
function toProviderError(error: unknown): CatalogProviderError {
  return isCatalogProviderError(error)
    ? error
    : new CatalogProviderError('malformed', String(error));
}
