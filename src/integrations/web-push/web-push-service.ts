import { isIP } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import webPush from 'web-push';
import type { Push, PushResult, PushService } from '#domain/notifications/push/push-service.ts';
import { pushConstants } from '#shared/constants/push.ts';
import {
  describeNetworkError,
  drainResponse,
  readRetryAfter,
  rejectOnAbort,
} from '../lib/http-response.ts';
import {
  createPublicLookup,
  isPublicAddress,
  type Lookup,
  PrivateAddressError,
} from '../lib/public-address.ts';

interface WebPushOptions {
  /** Milliseconds for one push. */
  attemptMs?: number;
  /** The system's lookup by default. */
  lookup?: Lookup;
  /** Replaces the connections of tests. The default connects to public IP addresses only. */
  dispatcher?: Dispatcher;
  now?: () => number;
}

/**
 * Sends pushes. The library only encrypts and signs: its own request would connect to any IP address that a
 * player names.
 */
export function createWebPushService({
  attemptMs = pushConstants.attemptMs,
  lookup,
  now = Date.now,
  dispatcher = new Agent({
    connect: { timeout: attemptMs, lookup: createPublicLookup(lookup) },
  }),
}: WebPushOptions = {}): PushService {
  return {
    createKeys: () => webPush.generateVAPIDKeys(),
    isAllowedEndpoint: (endpoint) => findAllowedUrl(endpoint) !== null,
    async send(push) {
      const url = findAllowedUrl(push.target.endpoint);
      if (url === null) return { outcome: 'refused', detail: 'the endpoint is not allowed' };
      const encrypted = encrypt(push);
      if (encrypted === null) return { outcome: 'refused', detail: 'the keys cannot be used' };
      const signal = AbortSignal.timeout(attemptMs);
      try {
        const response = await rejectOnAbort(
          request(url, { method: 'POST', ...encrypted, dispatcher, signal }),
          signal,
        );
        void drainResponse(response, signal);
        return toResult(response, now());
      } catch (error) {
        if (error instanceof PrivateAddressError)
          return { outcome: 'refused', detail: error.message };
        return { outcome: 'unavailable', detail: describeNetworkError(error), retryAfterMs: null };
      }
    },
  };
}

/** The URL to send to; null if it is not allowed. Names are looked up when the connection is opened. */
function findAllowedUrl(endpoint: string): URL | null {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.port !== '') return null;
  if (url.username !== '' || url.password !== '') return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host) ? null : url;
}

/** The headers and the encrypted body; null if the browser's keys are no point of the curve. */
function encrypt({ target: { endpoint, p256dh, auth }, keys, origin, payload, kind }: Push) {
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      payload,
      {
        vapidDetails: { ...keys, subject: toSubject(origin) },
        TTL: pushConstants.ttlSeconds,
        topic: kind,
        contentEncoding: 'aes128gcm',
      },
    );
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    return { headers: Object.fromEntries(texts) as Record<string, string>, body };
  } catch {
    return null;
  }
}

/** The contact that RFC 8292 asks for. It allows https and mail addresses only. */
function toSubject(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' ? origin : `mailto:webmaster@${hostname}`;
}

function toResult({ statusCode, headers }: Dispatcher.ResponseData, now: number): PushResult {
  if (statusCode >= 200 && statusCode < 300) return { outcome: 'accepted' };
  if (statusCode === 404 || statusCode === 410) return { outcome: 'gone' };
  const detail = `answered ${statusCode}`;
  if (statusCode === 429 || statusCode >= 500) {
    const retryAfterMs = readRetryAfter(headers['retry-after'], now);
    return { outcome: 'unavailable', detail, retryAfterMs };
  }
  return { outcome: 'refused', detail };
}
