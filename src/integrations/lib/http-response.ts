import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

const redirects = new Set([301, 302, 303, 307, 308]);
const dayMs = 24 * 60 * 60 * 1000;

/** The response has more bytes than allowed. */
export class BodyTooLargeError extends Error {}

/** Reads a whole body. @throws BodyTooLargeError and stops reading after `maxBytes`. */
export async function readBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new BodyTooLargeError('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The rest of a response that is read, so that its connection can be used again, in bytes. */
const drainBytes = 16_384;

/**
 * Reads and drops the rest of a response. A connection with a longer rest is closed. Never throws:
 * the response is not needed any more.
 */
export async function drainResponse(
  { body }: Pick<Dispatcher.ResponseData, 'body'>,
  signal?: AbortSignal,
): Promise<void> {
  await body.dump({ limit: drainBytes, signal }).catch(() => undefined);
}

/**
 * The target of a redirect; null when the response is not a redirect or its target is not a
 * URL.
 */
export function redirectTarget(
  from: URL,
  response: { statusCode: number; headers: IncomingHttpHeaders },
): URL | null {
  const { location } = response.headers;
  if (!redirects.has(response.statusCode) || typeof location !== 'string') return null;
  return URL.parse(location, from);
}

/**
 * Parses Retry-After, in seconds or as a date, to milliseconds from `now`, at most a day. Null when
 * it is invalid.
 */
export function readRetryAfter(header: string | string[] | undefined, now: number): number | null {
  const value = typeof header === 'string' ? header.trim() : '';
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, dayMs);
  // Date.parse also accepts '-1' and '2.5' as dates, so a weekday is required.
  const at = /^[a-z]{3,9},? /i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(Math.max(at - now, 0), dayMs);
}

/**
 * Rejects with the signal's reason when it aborts. Needed because a connection that is being opened
 * ignores the signal.
 */
export function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}

/** A short name of a network error without IP addresses, which error messages may contain. */
export function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
