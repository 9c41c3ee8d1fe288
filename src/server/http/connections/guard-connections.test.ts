import { once } from 'node:events';
import { createServer, get, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { connection } from '#shared/constants/requests.ts';
import { guardConnections } from './guard-connections.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(
  handler: RequestListener,
  { behindProxy = false, ...limits }: Partial<typeof testLimits & { behindProxy: boolean }> = {},
) {
  const server = createServer(handler);
  guardConnections(server, { behindProxy, limits: { ...testLimits, ...limits } });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const testLimits: Parameters<typeof guardConnections>[1]['limits'] = connection;
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

async function open(server: Server, sent: string): Promise<Socket> {
  const socket = connect(portOf(server), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}

/** Waits until the server has ended a connection that reads nothing. */
async function ended(socket: Socket): Promise<void> {
  await expect
    .poll(() => {
      if (!socket.destroyed) socket.write('\r\n');
      return socket.destroyed;
    })
    .toBe(true);
}

describe('requests of one connection', () => {
  it('are handled one after the other, in the order in which they came', async () => {
    const begun: string[] = [];
    const answers: (() => void)[] = [];
    const server = await listen(({ url = '' }, response) => {
      begun.push(url);
      answers.push(() => response.end(url));
    });
    const socket = await open(server, ['/1', '/2', '/3'].map(request).join(''));
    for (const expected of [['/1'], ['/1', '/2'], ['/1', '/2', '/3']]) {
      await expect.poll(() => begun).toEqual(expected);
      answers.at(-1)?.();
    }
    socket.end();
    const received = await text(socket);
    expect(received.match(/(?<=\r\n\r\n)\/\d/g)).toEqual(['/1', '/2', '/3']);
  });

  it('end the connection when more of them are unanswered than it may have', async () => {
    let begun = 0;
    const server = await listen(() => {
      begun += 1;
    });
    const allowed = await open(server, request('/').repeat(connection.unansweredMax));
    const greedy = await open(server, request('/').repeat(connection.unansweredMax + 1));
    await ended(greedy);
    expect(begun).toBe(2);
    expect(allowed.destroyed).toBe(false);
  });

  it('leave room for later ones when their connection has ended', async () => {
    const server = await listen(() => undefined, { waitingMax: 2 });
    for (let round = 0; round < 3; round += 1) {
      const full = await open(server, request('/').repeat(3));
      const late = await open(server, request('/').repeat(2));
      await ended(late);
      expect(full.destroyed).toBe(false);
      full.destroy();
      await expect.poll(() => countOf(server)).toBe(0);
    }
  });
});

function countOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

describe('a connection', () => {
  it('is destroyed when its client does not read the response', async () => {
    let closed = false;
    const server = await listen(
      (_request, response) => {
        response.on('close', () => {
          closed = true;
        });
        response.end(Buffer.alloc(50_000_000));
      },
      { stalledMs: 200 },
    );
    const socket = await open(server, request('/'));
    socket.pause();
    await expect.poll(() => closed).toBe(true);
    await expect.poll(() => countOf(server)).toBe(0);
  });

  it('is destroyed when its request does not arrive, even where nobody reads that', async () => {
    const server = await listen((_request, response) => response.end(), { arrivalMs: 100 });
    const head = 'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n';
    await ended(await open(server, head));
  });

  it('stays while its client waits for the response', async () => {
    const stalledMs = 50;
    const server = await listen(
      (_request, response) => setTimeout(() => response.end('here'), 6 * stalledMs),
      { stalledMs },
    );
    const [response] = await once(get({ port: portOf(server), host: '127.0.0.1' }), 'response');
    expect(await text(response)).toBe('here');
  });

  it('beyond those that an address may have is ended, until another has ended', async () => {
    const server = await listen((_request, response) => response.end(), { perAddress: 2 });
    const first = await open(server, '');
    await open(server, '');
    await expect.poll(() => countOf(server)).toBe(2);
    await ended(await open(server, ''));
    first.destroy();
    await expect.poll(() => countOf(server)).toBe(1);
    const next = await open(server, request('/'));
    const [answer] = await once(next, 'data');
    expect(String(answer)).toContain('200 OK');
  });

  it('of a trusted proxy is one of as many as it opens', async () => {
    const options = { perAddress: 2, behindProxy: true };
    const server = await listen((_request, response) => response.end(), options);
    for (let count = 0; count < 6; count += 1) {
      const socket = await open(server, request('/'));
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toContain('200 OK');
    }
    expect(await countOf(server)).toBe(6);
  });
});
