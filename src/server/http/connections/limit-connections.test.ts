import { once } from 'node:events';
import { createServer, get, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { connectionConstants } from '#shared/constants/server/http-requests.ts';
import { limitConnections } from './limit-connections.ts';

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
  limitConnections(server, { behindProxy, limits: { ...testLimits, ...limits } });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const testLimits: Parameters<typeof limitConnections>[1]['limits'] = connectionConstants;
const getPort = (server: Server) => (server.address() as AddressInfo).port;
const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

async function open(server: Server, sent: string): Promise<Socket> {
  const socket = connect(getPort(server), '127.0.0.1');
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

describe('the requests of one connection', () => {
  it('are handled one after the other in their order', async () => {
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

  it('close the connection when too many are unanswered', async () => {
    let begun = 0;
    const server = await listen(() => {
      begun += 1;
    });
    const allowed = await open(server, request('/').repeat(connectionConstants.unansweredMax));
    const greedy = await open(server, request('/').repeat(connectionConstants.unansweredMax + 1));
    await ended(greedy);
    expect(begun).toBe(2);
    expect(allowed.destroyed).toBe(false);
  });

  it('free their places in the queue when the connection closes', async () => {
    const server = await listen(() => undefined, { waitingMax: 2 });
    for (let round = 0; round < 3; round += 1) {
      const full = await open(server, request('/').repeat(3));
      const late = await open(server, request('/').repeat(2));
      await ended(late);
      expect(full.destroyed).toBe(false);
      full.destroy();
      await expect.poll(() => countConnections(server)).toBe(0);
    }
  });
});

function countConnections(server: Server): Promise<number> {
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
    await expect.poll(() => countConnections(server)).toBe(0);
  });

  it('is destroyed when its request does not arrive, even if nothing reads the body', async () => {
    const server = await listen((_request, response) => response.end(), { arrivalMs: 100 });
    const head = 'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n';
    await ended(await open(server, head));
  });

  it('stays open while its client waits for the response', async () => {
    const stalledMs = 50;
    const server = await listen(
      (_request, response) => setTimeout(() => response.end('here'), 6 * stalledMs),
      { stalledMs },
    );
    const [response] = await once(get({ port: getPort(server), host: '127.0.0.1' }), 'response');
    expect(await text(response)).toBe('here');
  });

  it('above the limit of its IP address is closed, until another one closes', async () => {
    const server = await listen((_request, response) => response.end(), { perAddress: 2 });
    const first = await open(server, '');
    await open(server, '');
    await expect.poll(() => countConnections(server)).toBe(2);
    await ended(await open(server, ''));
    first.destroy();
    await expect.poll(() => countConnections(server)).toBe(1);
    const next = await open(server, request('/'));
    const [answer] = await once(next, 'data');
    expect(String(answer)).toContain('200 OK');
  });

  it('of a trusted proxy is not limited by IP address', async () => {
    const options = { perAddress: 2, behindProxy: true };
    const server = await listen((_request, response) => response.end(), options);
    for (let count = 0; count < 6; count += 1) {
      const socket = await open(server, request('/'));
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toContain('200 OK');
    }
    expect(await countConnections(server)).toBe(6);
  });
});
