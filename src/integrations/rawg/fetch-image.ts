import { isIP } from 'node:net';
import { type Dispatcher, request } from 'undici';
import {
  CatalogProviderError,
  type ProviderProblem,
} from '#shared/errors/catalog-provider-error.ts';
import {
  BodyTooLargeError,
  describeNetworkError,
  drainResponse,
  readBody,
  readRetryAfter,
  redirectTarget,
  rejectOnAbort,
} from '../lib/http-response.ts';
import { isPublicAddress, PrivateAddressError } from '../lib/public-ip-address.ts';

const redirectsMax = 3;

interface FetchOptions {
  /** The provider's own origin, which the operator configured. It may be a private IP address. */
  ownOrigin: string;
  ownDispatcher: Dispatcher;
  /** Must use `createPublicLookup`. */
  publicDispatcher: Dispatcher;
  /** Milliseconds for the picture with all redirects. */
  pictureMs: number;
  now: () => number;
}

/**
 * Downloads a picture. The URL of each redirect is checked, because a redirect can name any
 * URL.
 * @throws CatalogProviderError `unavailable` or `limited` when retrying may succeed, `malformed`
 * when there is no picture.
 */
export async function fetchImage(
  options: FetchOptions,
  pictureUrl: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(options.pictureMs);
  try {
    return await rejectOnAbort(follow(options, pictureUrl, maxBytes, signal), signal);
  } catch (error) {
    if (error instanceof CatalogProviderError) throw error;
    const isPermanent = error instanceof BodyTooLargeError || error instanceof PrivateAddressError;
    throw failure(
      isPermanent ? 'malformed' : 'unavailable',
      isPermanent ? error.message : describeNetworkError(error),
    );
  }
}

async function follow(
  options: FetchOptions,
  pictureUrl: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  let url = URL.parse(pictureUrl);
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    const allowed = requireAllowedUrl(url, options.ownOrigin);
    const response = await request(allowed, {
      dispatcher:
        allowed.origin === options.ownOrigin ? options.ownDispatcher : options.publicDispatcher,
      signal,
      headers: { accept: 'image/*', 'user-agent': 'Guildhall' },
    });
    const next = redirectTarget(allowed, response);
    if (next === null) return readPicture(options, response, maxBytes, signal);
    void drainResponse(response, signal);
    url = next;
  }
  throw failure('malformed', 'redirected too often');
}

/**
 * Returns the URL to request. On the provider's own origin every URL is allowed. Elsewhere the host must
 * be public and the port the default one, and http becomes https.
 * @throws CatalogProviderError when the URL is not allowed.
 */
function requireAllowedUrl(url: URL | null, ownOrigin: string): URL {
  if (url === null || !/^https?:$/.test(url.protocol)) throw failure('malformed', 'no web URL');
  if (url.username !== '' || url.password !== '') {
    throw failure('malformed', 'the URL has credentials');
  }
  if (url.origin === ownOrigin) return url;
  if (!['', '80', '443'].includes(url.port)) throw failure('malformed', 'not a port of the web');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // IP addresses in the URL are not looked up. `URL` has already normalized their unusual forms.
  if (isIP(host) !== 0 && !isPublicAddress(host)) {
    throw failure('malformed', 'the IP address is not public');
  }
  const secure = new URL(url);
  secure.protocol = 'https:';
  return secure;
}

async function readPicture(
  options: FetchOptions,
  { statusCode, headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const error = checkResponse(statusCode, headers, maxBytes, options.now());
  if (error) {
    void drainResponse({ body }, signal);
    throw error;
  }
  const bytes = await readBody(body, maxBytes);
  if (bytes.byteLength === 0) throw failure('malformed', 'the picture is empty');
  return bytes;
}

function checkResponse(
  status: number,
  headers: Dispatcher.ResponseData['headers'],
  maxBytes: number,
  now: number,
): CatalogProviderError | null {
  if (status !== 200) {
    const retryAfterMs = readRetryAfter(headers['retry-after'], now);
    const detail = `answered ${status}`;
    if (status === 429) return failure('limited', detail, retryAfterMs);
    // Never `refused`, which means that our key is wrong: pictures are requested without a key.
    return failure(status >= 500 ? 'unavailable' : 'malformed', detail, retryAfterMs);
  }
  const type = headers['content-type'];
  if (typeof type !== 'string' || !/^image\//i.test(type)) {
    return failure('malformed', 'what was sent is no picture');
  }
  // When the size is known in advance, the body need not be read.
  if (Number(headers['content-length']) > maxBytes) {
    return failure('malformed', 'the answer is too large');
  }
  return null;
}

function failure(
  problem: ProviderProblem,
  detail: string,
  retryAfterMs: number | null = null,
): CatalogProviderError {
  return new CatalogProviderError(problem, `picture: ${detail}`, retryAfterMs);
}
