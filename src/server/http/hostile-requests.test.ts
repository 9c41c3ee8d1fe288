import { METHODS } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { expect, test } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { useSocketServer } from '#test/fixtures/sockets.ts';
import { rejectSeveralHosts } from './connections/reject-several-hosts.ts';

const database = useDatabase();
const startSockets = useSocketServer(database);

/** A server with its log entries of level error. */
async function start() {
  const errors: string[] = [];
  const log = pino(
    { level: 'error' },
    new Writable({
      write(chunk, _encoding, done) {
        errors.push(String(chunk));
        done();
      },
    }),
  );
  const { server } = await startSockets({ log });
  rejectSeveralHosts(server);
  const { port } = server.address() as AddressInfo;

  /** Sends the bytes of a request as they are. Returns the status of the answer. */
  async function send(lines: string[], body = ''): Promise<number> {
    const socket = connect(port, '127.0.0.1');
    socket.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'));
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(await text(socket))?.[1]);
  }
  return { errors, send };
}

const closing = 'Connection: close';
const paths = [
  '/',
  '/login',
  '/about.data',
  '/nothing-here',
  '/profile',
  '/healthz',
  '/metrics',
  '/robots.txt',
  '/sitemap.xml',
  '/service-worker.js',
  '/static/js/none.js',
  '/covers/3498',
  '/api/games',
  '/api/none',
  '/api/client/v2.0/auth/session',
  '/upload/base/',
  '/upload/info/',
  '/files/',
  '/groups/',
  '/socket.io/',
  '/admin/games/import',
];
/** Methods that Node reads, without the one for proxies. */
const methods = METHODS.filter((method) => method !== 'CONNECT');

test('every method is handled or refused on every route, with a body and without', async () => {
  const { errors, send } = await start();
  const failed: string[] = [];
  for (const path of paths) {
    const answers = methods.flatMap((method) =>
      ['', 'a=b'].map(async (body) => {
        const length = body === '' ? [] : [`Content-Length: ${body.length}`];
        const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', closing, ...length];
        const status = await send(lines, body);
        const isExpected = method === 'TRACE' ? [400, 405].includes(status) : status < 500;
        if (!isExpected) failed.push(`${method} ${path} ${status}`);
      }),
    );
    await Promise.all(answers);
  }
  expect([failed, errors]).toEqual([[], []]);
});

test('several Host headers get 400, whatever they are for', async () => {
  const { send } = await start();
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket'];
  const webSocket = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
  const requests = [
    ...paths.map((path) => [path, closing]),
    ['/socket.io/?EIO=4&transport=polling', closing],
    ['/socket.io/?EIO=4&transport=websocket', ...upgrade, ...webSocket],
  ];
  for (const [path, ...headers] of requests) {
    for (const second of ['localhost', 'evil.example']) {
      const hosts = ['Host: localhost', `hOST: ${second}`];
      expect([path, await send([`GET ${path} HTTP/1.1`, ...hosts, ...headers])]).toEqual([
        path,
        400,
      ]);
    }
  }
});

test('unusual headers, addresses and bodies cause no error', async () => {
  const { errors, send } = await start();
  const failed: string[] = [];
  async function expectAnswer(lines: string[], body = ''): Promise<void> {
    const status = await send(lines, body);
    if (!(status < 500)) failed.push(`${status} ${lines.join(' ')}`);
  }
  const hosts = [
    '',
    'a b',
    'localhost:99999',
    '[::1',
    '%00',
    'xn--',
    'a..b',
    'u@localhost',
    '\xff',
  ];
  const headers = [
    'Range: bytes=99999999999999999999-',
    'If-None-Match: \xff',
    'Origin: http://[',
    'Transfer-Encoding: chunked, identity',
    'Expect: none',
    'Authorization: Bearer \xff',
    'Authorization: Uploadcare.Simple :',
    'Cookie: session=%E0%A4%A; =; a',
    'X-Forwarded-Host: a b',
    'traceparent: 00-0-0-0',
  ];
  const targets = [
    '*',
    'http://[',
    'http://evil.example/',
    '//',
    '/%',
    '/%00',
    '/\\',
    '/?q=%00',
    '/?genre=%ED%A0%80',
    '/?order=__proto__',
    '/_.data?_routes=%00',
    '/game-info/99999999999999999999',
    '/profile/__proto__',
    '/community/market/cards?min=1e99&seller=%00',
    '/community/discussions/00000000-0000-0000-0000-000000000000?by=%00',
    '/login?next=http://[',
    '/api/games?ordering=constructor&genres=%00',
    '/api/games/%ff',
    '/sitemap.xml?part=%00',
    '/static/%2e%2e/%00',
    '/static/%00',
    '/art/%00.svg',
    '/socket.io/?EIO=%00&transport=__proto__',
  ];
  const bodies = [
    ['application/x-www-form-urlencoded', 'username=%00&password[]=1&key=%E0%A4%A&intent=%00'],
    ['application/json', '{"__proto__":{"a":1},"name":null,"arguments":[null]'],
    ['application/json', 'null'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="\0"\r\n\r\n'],
    ['multipart/form-data', 'x'],
  ];
  await Promise.all([
    ...hosts.map((host) => expectAnswer(['GET / HTTP/1.1', `Host: ${host}`, closing])),
    ...paths.flatMap((path) =>
      headers.map((header) =>
        expectAnswer([`GET ${path} HTTP/1.1`, 'Host: localhost', closing, header]),
      ),
    ),
    ...targets.map((target) =>
      expectAnswer([`GET ${target} HTTP/1.1`, 'Host: localhost', closing]),
    ),
    ...paths.flatMap((path) =>
      bodies.map(([type, body = '']) => {
        const about = [`Content-Type: ${type}`, `Content-Length: ${body.length}`];
        const origin = 'Origin: http://localhost';
        return expectAnswer(
          [`POST ${path} HTTP/1.1`, 'Host: localhost', closing, origin, ...about],
          body,
        );
      }),
    ),
  ]);
  expect([failed, errors]).toEqual([[], []]);
});

test('a request that offers another protocol gets the answer of one that does not', async () => {
  const { send } = await start();
  const offers = [
    // cspell:disable-next-line
    ['Connection: close, Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'],
    ['Connection: close, Upgrade', 'Upgrade: websocket'],
  ];
  const webPaths = paths.filter((path) => path !== '/socket.io/');
  const answers = webPaths.flatMap((path) =>
    offers.map(async (offer) => {
      const ask = (lines: string[]) => send([`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines]);
      expect([path, offer, await ask(offer)]).toEqual([path, offer, await ask([closing])]);
    }),
  );
  await Promise.all(answers);
  expect(await send(['GET /socket.io/ HTTP/1.1', 'Host: localhost', ...(offers[0] ?? [])])).toBe(
    400,
  );
});
