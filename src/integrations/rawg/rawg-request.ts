import { type Dispatcher, request } from 'undici';
import type { Log } from '#domain/base-context.ts';
import { CatalogProviderError } from '#shared/errors/catalog-provider-error.ts';
import { retry } from '#shared/lib/retry.ts';
import {
  BodyTooLargeError,
  describeNetworkError,
  drainResponse,
  readBody,
  readRetryAfter,
  redirectTarget,
  rejectOnAbort,
} from '../lib/http-response.ts';

const bodyMaxBytes = 2_000_000;
const redirectsMax = 2;
const attemptsMax = 3;

/**
 * A response of the API. A missing item has status 404, with a null body when the body was not
 * JSON.
 */
export interface RawgResponse {
  status: 200 | 404;
  body: unknown;
}

/** Requests a path below the base URL, such as `games/3498`. @throws CatalogProviderError */
export type SendRequest = (
  path: string,
  parameters?: Record<string, string>,
) => Promise<RawgResponse>;

interface RequestOptions {
  base: URL;
  key: string;
  dispatcher: Dispatcher;
  log: Log | undefined;
  /** Milliseconds for each attempt, and for all of them. */
  tryMs: number;
  callMs: number;
  /** Milliseconds before the first retry, of which a random half is left out; doubles. */
  repeatDelayMs: number;
  now: () => number;
}

/**
 * Creates the function that calls the API over HTTP. It retries what may succeed the next time:
 * network errors, timeouts and server errors. The retries are our own, because undici's retry
 * resumes an interrupted response by range.
 */
export function createRequestSender(options: RequestOptions): SendRequest {
  const root = `${options.base.origin}${options.base.pathname.replace(/\/+$/, '')}/`;

  return (path, parameters = {}) => {
    const firstUrl = new URL(path, root);
    for (const [name, value] of Object.entries(parameters)) firstUrl.searchParams.set(name, value);
    firstUrl.searchParams.set('key', options.key);
    firstUrl.searchParams.sort();

    const deadline = performance.now() + options.callMs;
    const send = () =>
      sendWithTimeout(options, path, firstUrl, deadline).catch((error: unknown) => {
        throw toProviderError(path, error);
      });
    return retry(send, {
      attempts: attemptsMax,
      waitMs: (error, attempt) =>
        mayRetry(error)
          ? options.repeatDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
          : null,
      deadline,
      onRetry: (error) =>
        options.log?.warn(
          { reason: error instanceof Error ? error.message : '' },
          'a request to the catalog provider is sent again',
        ),
    });
  };
}

/** When the provider names a time, it must not be called before. */
function mayRetry(error: unknown): boolean {
  if (!(error instanceof CatalogProviderError)) return false;
  return error.problem === 'unavailable' && error.retryAfterMs === null;
}

async function sendWithTimeout(
  options: RequestOptions,
  path: string,
  firstUrl: URL,
  deadline: number,
): Promise<RawgResponse> {
  const remainingMs = Math.max(deadline - performance.now(), 1);
  const signal = AbortSignal.timeout(Math.ceil(Math.min(options.tryMs, remainingMs)));
  return rejectOnAbort(follow(options, path, firstUrl, signal), signal);
}

/** Follows redirects within the origin only, so that the key never reaches another host. */
async function follow(
  options: RequestOptions,
  path: string,
  firstUrl: URL,
  signal: AbortSignal,
): Promise<RawgResponse> {
  let url = firstUrl;
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    const response = await request(url, {
      dispatcher: options.dispatcher,
      signal,
      headers: { accept: 'application/json', 'user-agent': 'Guildhall' },
    });
    const next = redirectTarget(url, response);
    if (next === null) return readResponse(options, path, response);
    void drainResponse(response, signal);
    if (next.origin !== options.base.origin) {
      throw new CatalogProviderError('malformed', `${path}: redirected to another host`);
    }
    next.searchParams.set('key', options.key);
    url = next;
  }
  throw new CatalogProviderError('malformed', `${path}: redirected too often`);
}

async function readResponse(
  options: RequestOptions,
  path: string,
  { statusCode, headers, body }: Dispatcher.ResponseData,
): Promise<RawgResponse> {
  const text = (await readBody(body, bodyMaxBytes)).toString('utf8');
  if (statusCode === 200) return { status: 200, body: parseJson(path, text) };
  if (statusCode === 404) return { status: 404, body: jsonOrNull(text) };
  const detail = `${path}: answered ${statusCode}`;
  const retryAfterMs = readRetryAfter(headers['retry-after'], options.now());
  if (statusCode === 429) throw new CatalogProviderError('limited', detail, retryAfterMs);
  if (statusCode === 401 || statusCode === 403) {
    // RAWG also answers 401 when the monthly limit is reached.
    const isLimitReached = /\blimit\b/i.test(text);
    throw new CatalogProviderError(isLimitReached ? 'limited' : 'refused', detail, retryAfterMs);
  }
  if (statusCode >= 500) throw new CatalogProviderError('unavailable', detail, retryAfterMs);
  throw new CatalogProviderError('malformed', detail);
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error message of JSON.parse would quote the response.
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

function toProviderError(path: string, error: unknown): CatalogProviderError {
  if (error instanceof CatalogProviderError) return error;
  if (error instanceof BodyTooLargeError) {
    return new CatalogProviderError('malformed', `${path}: ${error.message}`);
  }
  return new CatalogProviderError('unavailable', `${path}: ${describeNetworkError(error)}`);
}
