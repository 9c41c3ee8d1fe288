import { isIP } from 'node:net';
import { type Dispatcher, request } from 'undici';
import {
  CatalogProviderError,
  type ProviderProblem,
} from '#shared/errors/catalog-provider-error.ts';
import {
  BodyTooLarge,
  faultName,
  readBody,
  readRetryAfter,
  redirectTarget,
  untilAborted,
} from '../lib/http-response.ts';
import { isPublicAddress, PrivateAddress } from './public-address.ts';

const redirectsMax = 3;

interface Fetching {
  /** The source's own origin, which the operator named: it may be anywhere. */
  ownOrigin: string;
  ownDispatcher: Dispatcher;
  /** Must look names up with `createPublicLookup`. */
  publicDispatcher: Dispatcher;
  /** In milliseconds, all redirects together. */
  pictureMs: number;
  now: () => number;
}

/**
 * The bytes of a picture. Each hop's address is checked anew, as a redirect may name anything. Throws
 * `unavailable` and `limited` for what may go better later, `malformed` where there is no picture.
 */
export async function fetchImage(
  fetching: Fetching,
  address: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(fetching.pictureMs);
  try {
    return await untilAborted(follow(fetching, address, maxBytes, signal), signal);
  } catch (error) {
    if (error instanceof CatalogProviderError) throw error;
    const never = error instanceof BodyTooLarge || error instanceof PrivateAddress;
    throw failure(never ? 'malformed' : 'unavailable', never ? error.message : faultName(error));
  }
}

async function follow(
  fetching: Fetching,
  address: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  let url = URL.parse(address);
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    const allowed = allowedAddress(url, fetching.ownOrigin);
    const response = await request(allowed, {
      dispatcher:
        allowed.origin === fetching.ownOrigin ? fetching.ownDispatcher : fetching.publicDispatcher,
      signal,
      headers: { accept: 'image/*', 'user-agent': 'Guildhall' },
    });
    const next = redirectTarget(allowed, response);
    if (next === null) return readPicture(fetching, response, maxBytes, signal);
    response.body.dump({ limit: 16_384, signal }).catch(() => {});
    url = next;
  }
  throw failure('malformed', 'redirected too often');
}

/**
 * The address as it may be fetched: on the source's own origin as it is, elsewhere on a public machine
 * and the web's own ports only, and over https whatever was named. Throws where it must not be.
 */
function allowedAddress(url: URL | null, ownOrigin: string): URL {
  if (url === null || !/^https?:$/.test(url.protocol)) throw failure('malformed', 'no web address');
  if (url.username !== '' || url.password !== '') {
    throw failure('malformed', 'the address has credentials');
  }
  if (url.origin === ownOrigin) return url;
  if (!['', '80', '443'].includes(url.port)) throw failure('malformed', 'not a port of the web');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Literal addresses are never looked up. URL has already written every odd form of them out.
  if (isIP(host) !== 0 && !isPublicAddress(host)) {
    throw failure('malformed', 'the address is not public');
  }
  const secure = new URL(url);
  secure.protocol = 'https:';
  return secure;
}

async function readPicture(
  fetching: Fetching,
  { statusCode, headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const refusal = refusalOf(statusCode, headers, maxBytes, fetching.now());
  if (refusal) {
    body.dump({ limit: 16_384, signal }).catch(() => {});
    throw refusal;
  }
  const bytes = await readBody(body, maxBytes);
  if (bytes.byteLength === 0) throw failure('malformed', 'the picture is empty');
  return bytes;
}

function refusalOf(
  status: number,
  headers: Dispatcher.ResponseData['headers'],
  maxBytes: number,
  now: number,
): CatalogProviderError | null {
  if (status !== 200) {
    const retryAfterMs = readRetryAfter(headers['retry-after'], now);
    const detail = `answered ${status}`;
    if (status === 429) return failure('limited', detail, retryAfterMs);
    // Never `refused`: that speaks of our key, which a picture is not asked with.
    return failure(status >= 500 ? 'unavailable' : 'malformed', detail, retryAfterMs);
  }
  const type = headers['content-type'];
  if (typeof type !== 'string' || !/^image\//i.test(type)) {
    return failure('malformed', 'what was sent is no picture');
  }
  // Said beforehand, it need not be read to be refused.
  if (Number(headers['content-length']) > maxBytes) {
    return failure('malformed', 'the answer is too large');
  }
  return null;
}

function failure(
  trouble: ProviderProblem,
  detail: string,
  retryAfterMs: number | null = null,
): CatalogProviderError {
  return new CatalogProviderError(trouble, `picture: ${detail}`, retryAfterMs);
}
