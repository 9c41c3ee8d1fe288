import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import type { Log } from '#domain/base-context.ts';
import { CatalogProviderError } from '#shared/errors/catalog-provider-error.ts';
import {
  BodyTooLarge,
  faultName,
  readBody,
  readRetryAfter,
  redirectTarget,
  untilAborted,
} from '../lib/http-response.ts';

const bodyMaxBytes = 2_000_000;
const redirectsMax = 2;
const repeatsMax = 2;

/** An answer of the API; what is not there has status 404, with null where it said so without JSON. */
export interface Answer {
  status: 200 | 404;
  body: unknown;
}

/** Asks for a path below the base address, such as `games/3498`. Throws `GamesDatabaseFailure`. */
export type Ask = (path: string, parameters?: Record<string, string>) => Promise<Answer>;

interface Asking {
  base: URL;
  key: string;
  dispatcher: Dispatcher;
  log: Log | undefined;
  /** Each try, and all together, in milliseconds. */
  tryMs: number;
  callMs: number;
  /** Before the first repeat; doubles, and a random half of it is left out. */
  repeatDelayMs: number;
  now: () => number;
}

/**
 * Asks the API over HTTP. Repeats what may go better the next time: faults of the network, time-outs,
 * failures of the server. We repeat by hand, as undici's own repeats resume a cut answer by range.
 */
export function createAsk(asking: Asking): Ask {
  const root = `${asking.base.origin}${asking.base.pathname.replace(/\/+$/, '')}/`;

  return async (path, parameters = {}) => {
    const address = new URL(path, root);
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    address.searchParams.set('key', asking.key);
    address.searchParams.sort();

    const deadline = performance.now() + asking.callMs;
    for (let repeats = 0; ; repeats += 1) {
      const failure = await tryOnce(asking, path, address, deadline).catch((error: unknown) =>
        toFailure(path, error),
      );
      if (!(failure instanceof CatalogProviderError)) return failure;
      const delay = asking.repeatDelayMs * 2 ** repeats * (0.5 + Math.random() / 2);
      const tooLate = performance.now() + delay >= deadline;
      // Whoever names a time to come back is not to be asked before.
      const repeatable = failure.trouble === 'unavailable' && failure.retryAfterMs === null;
      if (!repeatable || repeats === repeatsMax || tooLate) throw failure;
      asking.log?.warn({ reason: failure.message }, 'the games database is asked once more');
      await sleep(delay);
    }
  };
}

async function tryOnce(
  asking: Asking,
  path: string,
  address: URL,
  deadline: number,
): Promise<Answer> {
  const left = Math.max(deadline - performance.now(), 1);
  const signal = AbortSignal.timeout(Math.ceil(Math.min(asking.tryMs, left)));
  return untilAborted(follow(asking, path, address, signal), signal);
}

/** Follows redirects within the origin only: the key must not reach another host. */
async function follow(
  asking: Asking,
  path: string,
  address: URL,
  signal: AbortSignal,
): Promise<Answer> {
  let url = address;
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    const response = await request(url, {
      dispatcher: asking.dispatcher,
      signal,
      headers: { accept: 'application/json', 'user-agent': 'Guildhall' },
    });
    const next = redirectTarget(url, response);
    if (next === null) return readAnswer(asking, path, response);
    response.body.dump({ limit: 16_384, signal }).catch(() => {});
    if (next.origin !== asking.base.origin) {
      throw new CatalogProviderError('malformed', `${path}: redirected to another host`);
    }
    next.searchParams.set('key', asking.key);
    url = next;
  }
  throw new CatalogProviderError('malformed', `${path}: redirected too often`);
}

async function readAnswer(
  asking: Asking,
  path: string,
  { statusCode, headers, body }: Dispatcher.ResponseData,
): Promise<Answer> {
  const text = (await readBody(body, bodyMaxBytes)).toString('utf8');
  if (statusCode === 200) return { status: 200, body: parseJson(path, text) };
  if (statusCode === 404) return { status: 404, body: jsonOrNull(text) };
  const detail = `${path}: answered ${statusCode}`;
  const retryAfterMs = readRetryAfter(headers['retry-after'], asking.now());
  if (statusCode === 429) throw new CatalogProviderError('limited', detail, retryAfterMs);
  if (statusCode === 401 || statusCode === 403) {
    // A plan that is used up is answered with 401 as well.
    const usedUp = /\blimit\b/i.test(text);
    throw new CatalogProviderError(usedUp ? 'limited' : 'refused', detail, retryAfterMs);
  }
  if (statusCode >= 500) throw new CatalogProviderError('unavailable', detail, retryAfterMs);
  throw new CatalogProviderError('malformed', detail);
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Its own message quotes the answer.
    throw new CatalogProviderError('malformed', `${path}: answered no JSON`);
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function toFailure(path: string, error: unknown): CatalogProviderError {
  if (error instanceof CatalogProviderError) return error;
  if (error instanceof BodyTooLarge) {
    return new CatalogProviderError('malformed', `${path}: ${error.message}`);
  }
  return new CatalogProviderError('unavailable', `${path}: ${faultName(error)}`);
}
