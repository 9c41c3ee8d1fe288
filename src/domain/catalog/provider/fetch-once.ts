import type { Database } from '#database/client.ts';
import type { RateLimiter } from '#domain/accounts/rate-limiter.ts';
import type { Clock, Log } from '#domain/base-context.ts';
import { createConcurrencyLimiter } from '#domain/lib/concurrency-limiter.ts';
import { createTtlCache } from '#domain/lib/ttl-cache.ts';
import { catalogProviderConstants } from '#shared/constants/catalog-provider.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import {
  CatalogProviderError,
  isCatalogProviderError,
} from '#shared/errors/catalog-provider-error.ts';
import type { createBudget } from './call-budget.ts';
import type { CatalogProvider } from './catalog-provider.ts';
import type { createBreaker } from './circuit-breaker.ts';
import { fetchAndStore } from './fetch-and-store.ts';
import type { ProviderQuery } from './provider-query.ts';
import { claimQuery, isFresh, isKnownGenre, readAnswer, releaseQuery } from './stored-answers.ts';

/** Waits so many milliseconds, or until `signal` says that nobody waits any more. Never rejects. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

interface Parts {
  database: CatalogProvider;
  db: Database;
  clock: Clock;
  rateLimiter: RateLimiter;
  log: Log;
  breaker: ReturnType<typeof createBreaker>;
  budget: ReturnType<typeof createBudget>;
  wait: Wait;
  /** Aborted when the process stops. */
  stopped: AbortSignal;
}

interface Request {
  key: string;
  question: ProviderQuery;
  /** Whose limit a new question counts against. */
  address: string;
  /** Whether nothing is kept of it. */
  isNew: boolean;
  /** Whether it is about a game or a company that we hold. */
  known: boolean;
}

/** What we hold is shown anyhow: that there is more to know of it, is as good as looking again. */
const purposeOf = ({ isNew, known }: Request) => (isNew && !known ? 'new' : 'renewal');

/** So many spoiled questions are remembered; beyond, the oldest is asked again a little early. */
const spoiledMax = 1_000;

/**
 * Makes the way of one question to the source and back: whether it may be asked, one node asking, the
 * call, and its answer kept. Answers whether an answer was kept; it never rejects.
 */
export function createFetchOnce(parts: Parts): (request: Request) => Promise<boolean> {
  const { database, db, clock, rateLimiter, log, breaker, budget, wait, stopped } = parts;
  /** Questions that spoil what they are asked with, for as long as they are left alone. */
  const spoiled = createTtlCache(clock, {
    max: spoiledMax,
    ms: catalogProviderConstants.spoiledMs,
  });
  const gate = createConcurrencyLimiter({
    atOnce: catalogProviderConstants.callsAtOnce,
    waitingMax: catalogProviderConstants.callsWaitingMax,
  });

  /** Whether it is worth to go on, by what this process knows. */
  function isWorthwhile(request: Request): boolean {
    return !spoiled.has(request.key) && budget.mayTake(purposeOf(request));
  }

  /** Whether a stranger may have this asked: within its limit, and of a genre that there is. */
  async function isAllowed(request: Request): Promise<boolean> {
    if (purposeOf(request) !== 'new') return true;
    const { question, address } = request;
    const genre = question.kind === 'list' ? question.list.genre : undefined;
    if (genre && !(await isKnownGenre(db, genre))) return false;
    try {
      await rateLimiter.take('games-database-by-address', address);
      await rateLimiter.take('games-database-by-address-daily', address);
      return true;
    } catch (error) {
      if (isAppError(error)) return false;
      throw error;
    }
  }

  /** Calls, within the bound that holds for every source; a call that hangs is left behind. */
  async function call(question: ProviderQuery) {
    const over = new AbortController();
    const tooLate = wait(catalogProviderConstants.callMs, over.signal).then(() => {
      throw new CatalogProviderError('unavailable', 'no answer in time');
    });
    tooLate.catch(() => undefined);
    try {
      return await Promise.race([fetchAndStore(database, question), tooLate]);
    } finally {
      over.abort();
    }
  }

  async function callAndKeep({ key, question }: Request): Promise<boolean> {
    let keep: Awaited<ReturnType<typeof fetchAndStore>>;
    try {
      keep = await call(question);
    } catch (error) {
      const { trouble, retryAfterMs, message } = failureOf(error);
      if (trouble !== 'malformed') {
        breaker.failed(trouble, retryAfterMs, message);
        return false;
      }
      spoiled.set(key, true);
      // A stranger may name ids of odd things, but does not choose what a list looks like. As this
      // question is left alone now, it takes others to have the source rest.
      if (question.kind === 'list') breaker.failed(trouble, retryAfterMs, message);
      else {
        log.warn({ question: key, detail: message.slice(0, 300) }, 'an answer cannot be read');
        breaker.leave();
      }
      return false;
    }
    breaker.succeeded();
    try {
      await keep(db, key, clock.now());
      return true;
    } catch (error) {
      spoiled.set(key, true);
      // Once the process stops, the database may be gone: the next one asks again.
      if (!stopped.aborted) log.error({ err: error, question: key }, 'an answer cannot be kept');
      return false;
    }
  }

  /** Waits for the answer that another node gets, where there is nothing to show without it. */
  async function lookOut(key: string): Promise<boolean> {
    for (
      let ms = 0;
      ms < catalogProviderConstants.longPatienceMs && !stopped.aborted;
      ms += catalogProviderConstants.lookMs
    ) {
      const kept = await readAnswer(db, key);
      if (kept?.answer) return isFresh(kept.answer, clock.now());
      if (!kept?.askingUntil) return false;
      await wait(catalogProviderConstants.lookMs, stopped);
    }
    return false;
  }

  /** Asks where it may; `elsewhere` when another node does. */
  async function askOnce(request: Request): Promise<boolean | 'elsewhere'> {
    const { key } = request;
    if (!isWorthwhile(request) || !breaker.enter()) return false;
    let entered = true;
    let claim: Date | null = null;
    try {
      if (!(await isAllowed(request))) return false;
      claim = await claimQuery(db, key, clock.now());
      if (!claim) return 'elsewhere';
      if (!(await budget.take(purposeOf(request)))) return false;
      entered = false;
      const kept = await callAndKeep(request);
      if (kept) claim = null;
      return kept;
    } finally {
      if (entered) breaker.leave();
      if (claim) await releaseQuery(db, key, claim);
    }
  }

  async function fly(request: Request): Promise<boolean> {
    if (!isWorthwhile(request)) return false;
    const since = clock.now().getTime();
    // Whoever waited has gone by then.
    const isLate = () =>
      stopped.aborted || clock.now().getTime() - since > catalogProviderConstants.longPatienceMs;
    const asked = await gate(async () => !isLate() && askOnce(request), false);
    if (asked !== 'elsewhere') return asked;
    return request.isNew ? lookOut(request.key) : false;
  }

  return (request) =>
    fly(request).catch((error: unknown) => {
      if (!stopped.aborted) log.error({ err: error }, 'the games database could not be asked');
      return false;
    });
}

/** What is no failure of the games database is a bug, of the adapter's reading as a rule. */
function failureOf(error: unknown): CatalogProviderError {
  return isCatalogProviderError(error)
    ? error
    : new CatalogProviderError('malformed', String(error));
}
