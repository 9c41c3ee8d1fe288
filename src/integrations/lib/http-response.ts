import type { IncomingHttpHeaders } from 'node:http';

const redirects = new Set([301, 302, 303, 307, 308]);
const dayMs = 24 * 60 * 60 * 1000;

/** More bytes than were asked for. */
export class BodyTooLarge extends Error {}

/** Reads a whole body; throws `BodyTooLarge`, and stops reading, where it has more than `maxBytes`. */
export async function readBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new BodyTooLarge('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Where a response redirects; null where it does not, or not to an address. */
export function redirectTarget(
  from: URL,
  response: { statusCode: number; headers: IncomingHttpHeaders },
): URL | null {
  const { location } = response.headers;
  if (!redirects.has(response.statusCode) || typeof location !== 'string') return null;
  return URL.parse(location, from);
}

/** Retry-After, in seconds or as a date, as milliseconds from `now`; at most a day, null where unclear. */
export function readRetryAfter(header: string | string[] | undefined, now: number): number | null {
  const value = typeof header === 'string' ? header.trim() : '';
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, dayMs);
  // Date.parse also reads '-1' and '2.5' as dates: only what names a weekday is one here.
  const at = /^[a-z]{3,9},? /i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(Math.max(at - now, 0), dayMs);
}

/** Rejects with the signal's reason once it aborts: a connection being made does not listen to it. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}

/** What went wrong on the wire, in a word that holds no address: messages of errors may. */
export function faultName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown fault';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
