import { isIP } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import type { Push, PushResult, PushService } from '#domain/notifications/push/push-service.ts';
import { pushConstants } from '#shared/constants/notifications/push.ts';
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
} from '../lib/public-ip-address.ts';
import { encryptPush } from './encrypt-push.ts';
import { createVapidHeader, createVapidKeys } from './vapid.ts';

interface WebPushOptions {
  /** Milliseconds for one push. */
  attemptMs?: number;
  /** The system's lookup by default. */
  lookup?: Lookup;
  /** Replaces the connections of tests. The default connects to public IP addresses only. */
  dispatcher?: Dispatcher;
  now?: () => number;
}

/** Sends pushes, encrypted (RFC 8291) and with the name of the site (RFC 8292). */
export function createWebPushService({
  attemptMs = pushConstants.attemptMs,
  lookup,
  now = Date.now,
  dispatcher = new Agent({
    connect: { timeout: attemptMs, lookup: createPublicLookup(lookup) },
  }),
}: WebPushOptions = {}): PushService {
  return {
    createKeys: createVapidKeys,
    isAllowedEndpoint: (endpoint) => findAllowedUrl(endpoint) !== null,
    async send(push) {
      const url = findAllowedUrl(push.target.endpoint);
      if (url === null) return { outcome: 'refused', detail: 'the endpoint is not allowed' };
      const body = encrypt(push);
      if (body === null) return { outcome: 'refused', detail: 'the keys cannot be used' };
      const signal = AbortSignal.timeout(attemptMs);
      try {
        const headers = await createHeaders(push, url, now());
        const response = await rejectOnAbort(
          request(url, { method: 'POST', headers, body, dispatcher, signal }),
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

/** The encrypted body; null if the browser's keys are no point of the curve. */
function encrypt({ target, payload }: Push): Buffer | null {
  try {
    return encryptPush(payload, target);
  } catch {
    return null;
  }
}

async function createHeaders({ keys, origin, kind }: Push, endpoint: URL, now: number) {
  return {
    Authorization: await createVapidHeader({ keys, subject: toSubject(origin) }, endpoint, now),
    'Content-Encoding': 'aes128gcm',
    'Content-Type': 'application/octet-stream',
    TTL: String(pushConstants.ttlSeconds),
    Topic: kind,
  };
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
