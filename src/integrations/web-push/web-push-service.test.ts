import diagnostics from 'node:diagnostics_channel';
import { Dispatcher, MockAgent } from 'undici';
import { expect, test } from 'vitest';
import type { PushResult } from '#domain/notifications/push/push-service.ts';
import { createPushBrowser, readVapid } from '#test/fixtures/push-browser.ts';
import { createWebPushService } from './web-push-service.ts';

const payload = JSON.stringify({ kind: 'trade-offer', title: 'A trade offer' });

interface Received {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** A push service that stands for a public machine, and what it received. */
function createFake(answer: { statusCode: number; headers?: Record<string, string> }) {
  const received: Received[] = [];
  const dispatcher = new MockAgent();
  dispatcher.disableNetConnect();
  dispatcher
    .get('https://push.example')
    .intercept({ path: () => true, method: 'POST' })
    .reply(({ path, headers, body }) => {
      received.push({ path, headers, body } as unknown as Received);
      return { ...answer, data: 'x'.repeat(100), responseOptions: { headers: answer.headers } };
    })
    .persist();
  return { dispatcher, received };
}

function send(
  service: ReturnType<typeof createWebPushService>,
  { target } = createPushBrowser(),
  keys = service.createKeys(),
): Promise<PushResult> {
  return service.send({
    target,
    keys,
    origin: 'https://guild.example',
    payload,
    kind: 'trade-offer',
  });
}

test('the browser can decrypt a push, and the push service knows who sent it', async () => {
  const { dispatcher, received } = createFake({ statusCode: 201 });
  const service = createWebPushService({ dispatcher });
  const browser = createPushBrowser('https://push.example/send/one?x=2');
  const keys = service.createKeys();
  expect(await send(service, browser, keys)).toEqual({ outcome: 'accepted' });
  const [{ path, headers, body } = {} as Received] = received;
  expect(path).toBe('/send/one?x=2');
  expect(browser.decrypt(body)).toBe(payload);
  expect(headers).toMatchObject({
    TTL: '86400',
    Topic: 'trade-offer',
    'Content-Encoding': 'aes128gcm',
  });
  const vapid = readVapid(headers.Authorization ?? '');
  expect(vapid.publicKey).toBe(keys.publicKey);
  expect(vapid.claims).toMatchObject({
    aud: 'https://push.example',
    sub: 'https://guild.example',
  });
  const hoursLeft = (Number(vapid.claims.exp) - Date.now() / 1000) / 3600;
  expect(hoursLeft).toBeGreaterThan(11.9);
  expect(hoursLeft).toBeLessThan(12.1);
  expect(() => createPushBrowser().decrypt(body)).toThrow();
});

test.each([
  [200, { outcome: 'accepted' }],
  [404, { outcome: 'gone' }],
  [410, { outcome: 'gone' }],
  [400, { outcome: 'refused', detail: 'answered 400' }],
  [403, { outcome: 'refused', detail: 'answered 403' }],
  [413, { outcome: 'refused', detail: 'answered 413' }],
  [429, { outcome: 'unavailable', detail: 'answered 429', retryAfterMs: 120_000 }],
  [503, { outcome: 'unavailable', detail: 'answered 503', retryAfterMs: 120_000 }],
])('the answer %i', async (statusCode, result) => {
  const { dispatcher } = createFake({ statusCode, headers: { 'retry-after': '120' } });
  expect(await send(createWebPushService({ dispatcher }))).toEqual(result);
});

test.each([301, 302, 307, 308])('a redirect with %i is not followed', async (statusCode) => {
  const headers = { location: 'https://push.example/elsewhere' };
  const { dispatcher, received } = createFake({ statusCode, headers });
  expect(await send(createWebPushService({ dispatcher }))).toEqual({
    outcome: 'refused',
    detail: `answered ${statusCode}`,
  });
  expect(received).toHaveLength(1);
});

test('a key that is no point of the curve is refused', async () => {
  const { dispatcher, received } = createFake({ statusCode: 201 });
  const browser = createPushBrowser();
  browser.target.p256dh = Buffer.alloc(65, 4).toString('base64url');
  expect(await send(createWebPushService({ dispatcher }), browser)).toEqual({
    outcome: 'refused',
    detail: 'the keys cannot be used',
  });
  expect(received).toEqual([]);
});

test('a push service that never answers costs the time of one attempt', async () => {
  class SilentDispatcher extends Dispatcher {
    override dispatch() {
      return true;
    }
  }
  const service = createWebPushService({ attemptMs: 20, dispatcher: new SilentDispatcher() });
  expect(await send(service)).toEqual({
    outcome: 'unavailable',
    detail: 'TimeoutError',
    retryAfterMs: null,
  });
});

test.each([
  ...['http://push.example/a', 'https://push.example:8443/a', 'https://me@push.example/a'],
  ...['https://me:secret@push.example/a', 'https://127.0.0.1/a', 'https://2130706433/a'],
  ...['https://10.1.2.3/a', 'https://169.254.169.254/latest', 'https://[::1]/a'],
  ...['https://[::ffff:127.0.0.1]/a', 'file:///etc/passwd', 'push.example/a', ''],
])('the endpoint %j is not allowed and gets nothing', async (endpoint) => {
  const { dispatcher, received } = createFake({ statusCode: 201 });
  const service = createWebPushService({ dispatcher });
  expect(service.isAllowedEndpoint(endpoint)).toBe(false);
  expect(await send(service, createPushBrowser(endpoint))).toMatchObject({ outcome: 'refused' });
  expect(received).toEqual([]);
});

test.each([[['127.0.0.1']], [['10.0.0.7']], [['::1']], [['8.8.8.8', '127.0.0.1']]])(
  'no connection is made to a name with the IP addresses %j',
  async (addresses) => {
    const connected: unknown[] = [];
    const onConnected = (message: unknown) => connected.push(message);
    diagnostics.subscribe('undici:client:connected', onConnected);
    const service = createWebPushService({
      lookup: (_name, _options, callback) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
    });
    expect(service.isAllowedEndpoint('https://push.example/a')).toBe(true);
    expect(await send(service)).toEqual({
      outcome: 'refused',
      detail: 'the name leads to an IP address that is not public',
    });
    diagnostics.unsubscribe('undici:client:connected', onConnected);
    expect(connected).toEqual([]);
  },
);
