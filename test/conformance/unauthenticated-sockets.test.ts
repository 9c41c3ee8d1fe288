import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import { useDatabase } from '../fixtures/database.ts';
import { transports, useSocketServer } from '../fixtures/sockets.ts';

const database = useDatabase();
const startSocketServer = useSocketServer(database);

/** Opens a connection that does not authenticate. */
async function openSilent(origin: string): Promise<WebSocket> {
  const silent = new WebSocket(
    `${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
  );
  await new Promise((resolve, reject) => {
    silent.addEventListener('open', resolve, { once: true });
    silent.addEventListener('error', reject, { once: true });
  });
  return silent;
}

/** A polling connection that does not authenticate. */
type Silent = { url: string; headers: Record<string, string> };

/** Opens `count` such connections from one IP address. */
function silentOf(origin: string, host: string, count: number): Promise<Silent[]> {
  const base = `${origin}/socket.io/?EIO=4&transport=polling`;
  const headers = { 'X-Forwarded-For': host };
  return Promise.all(
    Array.from({ length: count }, async () => {
      const opened = await (await fetch(base, { headers })).text();
      return { url: `${base}&sid=${JSON.parse(opened.slice(1)).sid}`, headers };
    }),
  );
}

/** Whether the connection is still open; sends a pong, which has no effect. */
async function isOpen(silent: Silent | undefined): Promise<boolean> {
  if (!silent) throw new Error('The connection does not exist.');
  const { url, headers } = silent;
  return (await fetch(url, { method: 'POST', headers, body: '3' })).status === 200;
}

const closed = (socket: WebSocket) =>
  new Promise<void>((resolve) => socket.addEventListener('close', () => resolve(), { once: true }));

describe('an unauthenticated connection', () => {
  test('is replaced by the next one of its IP address and by no other', async () => {
    const { createLoginIdPlayer, createWebPlayer, origin } = await startSocketServer();
    const [plain, person] = [await createLoginIdPlayer(), await createWebPlayer()];
    const before = await plain.open();
    const [first, ...others] = await silentOf(
      origin,
      '127.0.0.1',
      socketConstants.unauthenticatedPerAddress,
    );
    expect(await isOpen(first)).toBe(true);
    expect((await plain.tryToConnect({ transport: 'polling' })).errorCode).toBeNull();
    expect(await isOpen(first)).toBe(false);
    expect(await isOpen(others.at(-1))).toBe(true);
    expect((await person.open()).connected).toBe(true);
    expect(before.connected).toBe(true);
  });

  test('is accepted up to 300 times from one IP address', async () => {
    const { origin } = await startSocketServer();
    const silent = await silentOf(origin, '127.0.0.1', 300);
    const open = await Promise.all(silent.map(isOpen));
    expect(open).toEqual(silent.map(() => true));
  });

  test('does not block players of other IP addresses', async () => {
    const config = readConfig({ TRUST_PROXY: '1' });
    const { createLoginIdPlayer, origin } = await startSocketServer({ config });
    const crowd: Silent[] = [];
    for (const host of [1, 2, 3, 4]) {
      crowd.push(
        ...(await silentOf(origin, `192.0.2.${host}`, socketConstants.unauthenticatedMax / 4)),
      );
    }
    const neighbours = await silentOf(origin, '198.51.100.1', 5);
    const plain = await createLoginIdPlayer();
    const extraHeaders = { 'X-Forwarded-For': '198.51.100.1' };
    for (const transport of transports) {
      expect((await plain.tryToConnect({ transport, extraHeaders })).errorCode).toBeNull();
    }
    expect(await isOpen(crowd[0])).toBe(false);
    expect(await Promise.all(neighbours.map(isOpen))).toEqual(neighbours.map(() => true));
  });

  test('does not count any more when it has authenticated', async () => {
    const { createLoginIdPlayer } = await startSocketServer();
    const accounts =
      1 +
      Math.ceil(socketConstants.unauthenticatedPerAddress / socketConstants.connectionsPerAccount);
    for (let count = 0; count < accounts; count += 1) {
      const person = await createLoginIdPlayer();
      await Promise.all(
        Array.from({ length: socketConstants.connectionsPerAccount }, () => person.open()),
      );
    }
  });

  test('is disconnected after a time', async () => {
    const { origin } = await startSocketServer({}, { connectMs: 50 });
    await closed(await openSilent(origin));
  });

  test('can try to authenticate only once', async () => {
    const { createLoginIdPlayer, origin, ctx } = await startSocketServer();
    const { auth, actor } = await createLoginIdPlayer();
    const silent = await openSilent(origin);
    const sent: string[] = [];
    silent.addEventListener('message', ({ data }) => sent.push(String(data)));
    const gone = closed(silent);
    silent.send(`40${JSON.stringify({ ...auth, loginId: 'wrong' })}`);
    silent.send(`40${JSON.stringify(auth)}`);
    await gone;
    expect(sent.filter((packet) => packet.startsWith('40'))).toEqual([]);
    expect(ctx.accounts.presence.isConnected(actor.id)).toBe(false);
  });

  test('is disconnected when it sends anything else', async () => {
    const { origin } = await startSocketServer();
    for (const packet of ['42["message",{"text":"Hello"}]', '41', 'x']) {
      const silent = await openSilent(origin);
      const gone = closed(silent);
      silent.send(packet);
      await gone;
    }
  });
});
