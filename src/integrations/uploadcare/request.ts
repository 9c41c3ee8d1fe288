import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import type { Log } from '#domain/base-context.ts';
import { HostedFilesError } from '#shared/errors/hosted-files-error.ts';
import { faultName, readBody, readRetryAfter, untilAborted } from '../lib/http-response.ts';

const bodyMaxBytes = 200_000;
const triesMax = 3;

interface Asking {
  apiUrl: string;
  publicKey: string;
  secretKey: string;
  log: Log;
  dispatcher: Dispatcher;
  /** Each try, and all together, in milliseconds. */
  tryMs: number;
  callMs: number;
  /** Before the first repeat; doubles. */
  repeatDelayMs: number;
}

type Method = 'GET' | 'PUT' | 'DELETE';

/** The JSON at a path, null for what is not there. Throws `HostedFilesFailure`. */
export type Ask = (method: Method, path: string) => Promise<unknown>;

/** What may go better the next time, and when. */
class Passing extends HostedFilesError {
  readonly afterMs: number | null;

  constructor(message: string, afterMs: number | null = null) {
    super(message);
    this.afterMs = afterMs;
  }
}

/**
 * Asks the service's REST. What it is asked can be repeated: after faults of the network, time-outs and
 * failures of the server it is, and when the service is too busy, at the time that it says.
 */
export function createAsk(asking: Asking): Ask {
  return async (method, path) => {
    const deadline = performance.now() + asking.callMs;
    for (let tries = 1; ; tries += 1) {
      try {
        return await tryOnce(asking, method, path, deadline);
      } catch (error) {
        if (!(error instanceof Passing)) throw error;
        const delay = error.afterMs ?? asking.repeatDelayMs * 2 ** (tries - 1);
        if (tries === triesMax || performance.now() + delay >= deadline) throw error;
        asking.log.warn({ reason: error.message }, 'the hosted file service is asked once more');
        await sleep(delay);
      }
    }
  };
}

async function tryOnce(
  asking: Asking,
  method: Method,
  path: string,
  deadline: number,
): Promise<unknown> {
  const left = Math.max(deadline - performance.now(), 1);
  const signal = AbortSignal.timeout(Math.ceil(Math.min(asking.tryMs, left)));
  const answered = untilAborted(send(asking, method, path, signal), signal);
  const { status, retryAfter, text } = await answered.catch((error: unknown) => {
    throw new Passing(`${method} ${path}: ${faultName(error)}`);
  });
  if (status === 404) return null;
  const detail = `${method} ${path}: answered ${status}`;
  if (status === 429) throw new Passing(detail, readRetryAfter(retryAfter, Date.now()));
  if (status >= 500) throw new Passing(detail);
  // A redirect is none of the service's: what is signed must not reach another host.
  if (status !== 200) throw new HostedFilesError(detail);
  try {
    return JSON.parse(text);
  } catch {
    throw new HostedFilesError(`${method} ${path}: answered no JSON`);
  }
}

async function send(asking: Asking, method: Method, path: string, signal: AbortSignal) {
  const url = new URL(path, asking.apiUrl);
  const { statusCode, headers, body } = await request(url, {
    method,
    dispatcher: asking.dispatcher,
    signal,
    headers: signedHeaders(asking, method, url),
  });
  const text = (await readBody(body, bodyMaxBytes)).toString('utf8');
  return { status: statusCode, retryAfter: headers['retry-after'], text };
}

/** The secret key itself is never sent. */
function signedHeaders({ publicKey, secretKey }: Asking, method: Method, url: URL) {
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
