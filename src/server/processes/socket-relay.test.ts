import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSocketRelay } from './socket-relay.ts';

let folder: string;
const ends: (() => unknown)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'guildhall-relay-'));
});

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await rm(folder, { recursive: true });
});

/** A web process whose sockets answer with its id and what they received. */
async function startProcess(ownId: number) {
  const relay = createSocketRelay({ ownId, folder });
  const server = createServer((_request, response) => response.end('page'));
  const receivedFrom: (string | undefined)[] = [];
  const sockets = {
    async handleRequest(request: IncomingMessage, response: { end(text: string): unknown }) {
      receivedFrom.push(request.socket.remoteAddress);
      response.end(`${ownId} ${request.method} ${await text(request)}`);
    },
    handleUpgrade(_request: IncomingMessage, socket: Socket, head: Buffer) {
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n\r\n${ownId}:${head}`);
      socket.pipe(socket);
      ends.push(() => socket.destroy());
    },
  };
  const listeners = sockets as unknown as Parameters<typeof relay.attach>[1];
  server.on('upgrade', listeners.handleUpgrade);
  relay.attach(server, listeners);
  await relay.listening();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(
    () => relay.close(),
    () => close(server),
  );
  const { port } = server.address() as AddressInfo;
  return { relay, port, receivedFrom, url: `http://127.0.0.1:${port}` };
}

function close(server: Server): Promise<unknown> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}

test('a poll and a message reach the process that has the connection', async () => {
  const first = await startProcess(1);
  const second = await startProcess(2);
  const url = `${first.url}/socket.io/?transport=polling&sid=${second.relay.createConnectionId()}`;
  expect(await (await fetch(url)).text()).toBe('2 GET ');
  expect(await (await fetch(url, { method: 'POST', body: 'hello' })).text()).toBe('2 POST hello');
  expect(second.receivedFrom).toEqual([undefined, undefined]);
  expect(await (await fetch(`${first.url}/about`)).text()).toBe('page');
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('many messages at the same time are all answered', async () => {
  const first = await startProcess(1);
  const second = await startProcess(2);
  const url = `${first.url}/socket.io/?transport=polling&sid=${second.relay.createConnectionId()}`;
  const answers = Array.from({ length: 300 }, async (_, index) => {
    const response = await fetch(url, { method: 'POST', body: `message ${index}` });
    return response.text();
  });
  const expected = answers.map((_, index) => `2 POST message ${index}`);
  expect(await Promise.all(answers)).toEqual(expected);
});

test('a websocket reaches the process that has the connection, and ends with it', async () => {
  const first = await startProcess(1);
  const second = await startProcess(2);
  const client = connect(first.port, '127.0.0.1');
  ends.push(() => client.destroy());
  client.write(
    `GET /socket.io/?sid=${second.relay.createConnectionId()} HTTP/1.1\r\nHost: localhost\r\n` +
      'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\nhead',
  );
  let received = '';
  client.on('data', (chunk) => {
    received += chunk;
  });
  await expect.poll(() => received).toMatch(/ 101 .*\r\n\r\n2:head$/s);
  client.write(' and more');
  await expect.poll(() => received).toMatch(/2:head and more$/);
  const ended = once(client, 'close');
  await first.relay.close();
  await ended;
});

test('a connection of a process that has ended is unknown', async () => {
  const { relay, url } = await startProcess(1);
  const gone = createSocketRelay({ ownId: 2, folder }).createConnectionId();
  const response = await fetch(`${url}/socket.io/?sid=${gone}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ code: 1, message: 'Session ID unknown' });
  expect(relay.createConnectionId()).not.toBe(relay.createConnectionId());
});

test('a handshake is never passed on', async () => {
  const { relay } = await startProcess(1);
  const client = connect(relay.path);
  client.end('GET /socket.io/?EIO=4 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await text(client)).toMatch(/^HTTP\/1.1 400 /);
});
