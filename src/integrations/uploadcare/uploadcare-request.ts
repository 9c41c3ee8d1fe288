import { createHash, createHmac } from 'node:crypto';
import { type Dispatcher, request } from 'undici';
import type { Log } from '#domain/base-context.ts';
import { ExternalFilesError } from '#shared/errors/external-files-error.ts';
import { retry } from '#shared/lib/retry.ts';
import {
  describeNetworkError,
  readBody,
  readRetryAfter,
  rejectOnAbort,
} from '../lib/http-response.ts';

const bodyMaxBytes = 200_000;
const triesMax = 3;

interface RequestOptions {
  apiUrl: string;
  publicKey: string;
  secretKey: string;
  log: Log;
  dispatcher: Dispatcher;
  /** Milliseconds for each attempt, and for all of them. */
  tryMs: number;
  callMs: number;
  /** Milliseconds before the first retry; doubles. */
  repeatDelayMs: number;
}

type Method = 'GET' | 'PUT' | 'DELETE';

/** Requests a path and returns the JSON; null when it does not exist. @throws ExternalFilesError */
export type SendRequest = (method: Method, path: string) => Promise<unknown>;

/** A failure that may succeed later, with the time to wait when the service named one. */
class TemporaryError extends ExternalFilesError {
  readonly afterMs: number | null;

  constructor(message: string, afterMs: number | null = null) {
    super(message);
    this.afterMs = afterMs;
  }
}

/**
 * Creates the function that calls the service's REST API. All requests are safe to repeat. They are
 * retried after network errors, timeouts and server errors, and at the named time when the service
 * is busy.
 */
export function createRequestSender(options: RequestOptions): SendRequest {
  return (method, path) => {
    const deadline = performance.now() + options.callMs;
    return retry(() => sendWithTimeout(options, method, path, deadline), {
      attempts: triesMax,
      waitMs: (error, attempt) =>
        error instanceof TemporaryError
          ? (error.afterMs ?? options.repeatDelayMs * 2 ** (attempt - 1))
          : null,
      deadline,
      onRetry: (error) =>
        options.log.warn(
          { reason: error instanceof Error ? error.message : '' },
          'a request to the external file service is sent again',
        ),
    });
  };
}

async function sendWithTimeout(
  options: RequestOptions,
  method: Method,
  path: string,
  deadline: number,
): Promise<unknown> {
  const remainingMs = Math.max(deadline - performance.now(), 1);
  const signal = AbortSignal.timeout(Math.ceil(Math.min(options.tryMs, remainingMs)));
  const response = rejectOnAbort(send(options, method, path, signal), signal);
  const { status, retryAfter, text } = await response.catch((error: unknown) => {
    throw new TemporaryError(`${method} ${path}: ${describeNetworkError(error)}`);
  });
  if (status === 404) return null;
  const detail = `${method} ${path}: answered ${status}`;
  if (status === 429) throw new TemporaryError(detail, readRetryAfter(retryAfter, Date.now()));
  if (status >= 500) throw new TemporaryError(detail);
  // The service never redirects, and a signature must not reach another host.
  if (status !== 200) throw new ExternalFilesError(detail);
  try {
    return JSON.parse(text);
  } catch {
    throw new ExternalFilesError(`${method} ${path}: answered no JSON`);
  }
}

async function send(options: RequestOptions, method: Method, path: string, signal: AbortSignal) {
  const url = new URL(path, options.apiUrl);
  const { statusCode, headers, body } = await request(url, {
    method,
    dispatcher: options.dispatcher,
    signal,
    headers: signedHeaders(options, method, url),
  });
  const text = (await readBody(body, bodyMaxBytes)).toString('utf8');
  return { status: statusCode, retryAfter: headers['retry-after'], text };
}

/** Signs a request. The secret key itself is never sent. */
function signedHeaders({ publicKey, secretKey }: RequestOptions, method: Method, url: URL) {
  const type = 'application/json';
  const date = new Date().toUTCString();
  const empty = createHash('md5').update('').digest('hex');
  const words = [method, empty, type, date, url.pathname + url.search];
  const signature = createHmac('sha1', secretKey).update(words.join('\n')).digest('hex');
  return {
    accept: 'application/vnd.uploadcare-v0.7+json',
    'content-type': type,
    'user-agent': 'Guildhall',
    'x-uploadcare-date': date,
    authorization: `Uploadcare ${publicKey}:${signature}`,
  };
}
