import { once } from 'node:events';
import { connect, type Socket as TcpSocket } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectionConstants } from '#shared/constants/server/http-requests.ts';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { cleanUp, type Guildhall, isAlive, startGuildhall } from '#test/crash/guildhall-process.ts';
import { makePreparedDataDir } from '#test/crash/prepared-data-dir.ts';
import { findFreePort } from '../e2e/fixtures/free-port.ts';
import { startLoad } from './constant-load.ts';
import { listWebProcesses } from './node-processes.ts';

const webProcesses = 3;
const folders: string[] = [];
const sockets: Socket[] = [];
let guildhall: Guildhall;
let cookie: string;

async function start(settings: Record<string, string> = {}): Promise<Guildhall> {
  const dataDir = await makePreparedDataDir();
  folders.push(dataDir);
  return startGuildhall(dataDir, { WEB_PROCESSES: String(webProcesses), ...settings });
}

beforeAll(async () => {
  guildhall = await start();
  cookie = await register(guildhall.origin);
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

afterAll(async () => {
  for (const folder of folders) await cleanUp(folder);
});

/** Registers a player. Returns the Cookie header of a session. */
async function register(origin: string): Promise<string> {
  const account = { username: 'ada', password: 'a long password', email: 'ada@example.com' };
  const post = (path: string) =>
    fetch(origin + path, {
      method: 'POST',
      body: new URLSearchParams(account),
      headers: { Origin: origin },
      redirect: 'manual',
    });
  expect((await post('/register')).status).toBe(200);
  const response = await post('/login');
  expect(response.status).toBe(302);
  return response.headers
    .getSetCookie()
    .map((value) => value.split(';', 1)[0])
    .join('; ');
}

async function open(transports?: ('polling' | 'websocket')[]): Promise<Socket> {
  const { origin } = guildhall;
  const socket = io(origin, {
    path: socketConstants.path,
    forceNew: true,
    extraHeaders: { origin, cookie },
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
    ...(transports && { transports }),
  });
  sockets.push(socket);
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return socket;
}

/** Asks the server for a conversation that does not exist. Any answer shows that the connection works. */
async function ask(socket: Socket): Promise<void> {
  const answer = await socket.timeout(10_000).emitWithAck('join', { user1: 'ada', user2: 'bob' });
  expect(answer).toMatchObject({ ok: false, error: expect.any(String) });
}

/** The numbers of the processes that have the connections, from their ids. */
function findOwners(opened: readonly Socket[]): Set<string> {
  return new Set(opened.map(({ io: { engine } }) => engine.id?.split('.')[0] ?? ''));
}

async function findProcesses(): Promise<number[]> {
  return listWebProcesses(guildhall.process.pid ?? 0);
}

const transports = [
  ['polling only', ['polling'], 'polling'],
  ['websocket only', ['websocket'], 'websocket'],
  ['the default of the client', undefined, 'websocket'],
] as const;

describe('sockets over three web processes', () => {
  it.each(transports)('work with %s', async (_name, given, expected) => {
    const opened: Socket[] = [];
    for (let count = 0; count < 9; count += 1) opened.push(await open(given && [...given]));
    for (const socket of opened) {
      await expect.poll(() => socket.io.engine.transport.name).toBe(expected);
    }
    const drops: string[] = [];
    for (const socket of opened) socket.on('disconnect', (reason) => drops.push(reason));
    expect(findOwners(opened).size).toBe(webProcesses);
    for (let round = 0; round < 4; round += 1) await Promise.all(opened.map(ask));
    expect(drops).toEqual([]);
  });

  it('use one connection for pages and polls of any process', async () => {
    // Without keep-alive each poll has a connection of its own; with it, they share connections with pages.
    const load = startLoad(`${guildhall.origin}/about`);
    const socket = await open(['polling']);
    const drops: unknown[] = [];
    socket.on('disconnect', (reason, details) => drops.push(reason, details));
    for (let round = 0; round < 10; round += 1) await ask(socket);
    expect(drops).toEqual([]);
    expect(await load.stop()).toEqual([]);
  });
});

it('metrics are the sum of all web processes, with the memory of each', async () => {
  const { origin } = await start({ METRICS_TOKEN: 'token' });
  const pages = 12;
  for (let count = 0; count < pages; count += 1) await (await fetch(`${origin}/about`)).text();
  const headers = { Authorization: 'Bearer token' };
  const text = await (await fetch(`${origin}/metrics`, { headers })).text();
  expect(text).toContain(
    `guildhall_http_request_seconds_count{kind="page",status="2xx"} ${pages}\n`,
  );
  const names = [...text.matchAll(/^process_resident_memory_bytes\{process="(.*)"\} \d+$/gm)];
  expect(names.map(([, name]) => name).toSorted()).toEqual(['primary', 'web-1', 'web-2', 'web-3']);
});

it('kill -9 of a web process loses only its requests, and its sockets reconnect', async () => {
  const opened = await Promise.all(Array.from({ length: 9 }, () => open()));
  const before = await findProcesses();
  const connections = 8;
  const load = startLoad(`${guildhall.origin}/about`, { connections });
  await expect.poll(load.countAnswered).toBeGreaterThan(50);
  process.kill(before[0] ?? 0, 'SIGKILL');
  await expect
    .poll(async () => (await findProcesses()).filter((pid) => !before.includes(pid)))
    .toHaveLength(1);
  await expect.poll(() => opened.every(({ connected }) => connected)).toBe(true);
  await Promise.all(opened.map(ask));
  const answered = load.countAnswered();
  await expect.poll(load.countAnswered).toBeGreaterThan(answered + 50);
  expect((await load.stop()).length).toBeLessThanOrEqual(connections);
});

it('a restart of the web processes under load has no failed request, and sockets reconnect', async () => {
  const opened = await Promise.all(transports.map(([, given]) => open(given && [...given])));
  const before = await findProcesses();
  const load = startLoad(`${guildhall.origin}/about`);
  const readiness = startLoad(`${guildhall.origin}/readyz`, { connections: 2 });
  guildhall.process.kill('SIGUSR2');
  await expect
    .poll(
      async () => {
        const now = await findProcesses();
        return now.length === webProcesses && now.every((pid) => !before.includes(pid));
      },
      { timeout: timeLimits.test },
    )
    .toBe(true);
  await expect.poll(() => opened.every(({ connected }) => connected)).toBe(true);
  await Promise.all(opened.map(ask));
  expect(await load.stop()).toEqual([]);
  expect(await readiness.stop()).toEqual([]);
  expect(load.countAnswered()).toBeGreaterThan(100);
});

it('an IP address may have its number of connections to each web process, and no more', async () => {
  const node = await start({ TRUST_PROXY: '0', WEB_PROCESSES: '2' });
  const { port } = new URL(node.origin);
  const opened: TcpSocket[] = [];
  let closed = 0;
  const wanted = 2 * connectionConstants.perAddress + 200;
  try {
    for (let count = 0; count < wanted; count += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      opened.push(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        closed += 1;
      });
      await once(socket, 'connect');
    }
    const { perAddress } = connectionConstants;
    await expect.poll(() => wanted - closed).toBeLessThanOrEqual(2 * perAddress);
    // A busy process gets fewer connections than the other.
    expect(wanted - closed).toBeGreaterThan(perAddress);
  } finally {
    for (const socket of opened) socket.destroy();
  }
});

describe('a node', () => {
  it('stops with all its processes at SIGTERM', async () => {
    const node = await start();
    const started = await listWebProcesses(node.process.pid ?? 0);
    node.process.kill('SIGTERM');
    expect(await node.exited).toBe(0);
    for (const pid of [...started, node.postgresPid]) expect(await isAlive(pid)).toBe(false);
  });

  it('ends completely when its primary process is killed', async () => {
    const node = await start();
    const started = await listWebProcesses(node.process.pid ?? 0);
    expect(started).toHaveLength(webProcesses);
    node.process.kill('SIGKILL');
    for (const pid of [...started, node.postgresPid]) {
      await expect.poll(() => isAlive(pid)).toBe(false);
    }
  });

  it('starts its web processes again when all have ended at the same time', async () => {
    const node = await start({ PORT: await findFreePort() });
    const ended = await listWebProcesses(node.process.pid ?? 0);
    for (const pid of ended) process.kill(pid, 'SIGTERM');
    for (const pid of ended) await expect.poll(() => isAlive(pid)).toBe(false);
    const status = () => fetch(`${node.origin}/about`).then((answer) => answer.status, String);
    await expect.poll(status, { timeout: timeLimits.page }).toBe(200);
    await expect
      .poll(() => listWebProcesses(node.process.pid ?? 0), { timeout: timeLimits.page })
      .toHaveLength(webProcesses);
  });

  it('ends when its embedded Postgres is killed', async () => {
    const node = await start();
    const started = await listWebProcesses(node.process.pid ?? 0);
    process.kill(node.postgresPid, 'SIGKILL');
    expect(await node.exited).toBe(1);
    for (const pid of started) expect(await isAlive(pid)).toBe(false);
  });

  it('does not start on a port that is taken, and says so once', async () => {
    const { port } = new URL(guildhall.origin);
    const failing = start({ PORT: port });
    await expect(failing).rejects.toThrow(
      new RegExp(`ended with 1 at its start: Cannot listen on port ${port}: [^\\n]+\\n$`),
    );
  });
});
