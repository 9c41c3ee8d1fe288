import { App, Credentials } from 'realm-web';
import { io, type Socket } from 'socket.io-client';
import { afterEach, describe, expect, test } from 'vitest';
import { suspendAccount } from '#domain/lifecycle/suspend-account.ts';
import { readConfig } from '#server/config/config.ts';
import { apiSessionConstants } from '#shared/constants/accounts.ts';
import { socketConstants } from '#shared/constants/sockets.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPlayer } from '../fixtures/factories.ts';
import { befriend } from '../fixtures/friends.ts';
import { generateRegistration } from '../fixtures/registration-form.ts';
import { useSocketServer, waitForDisconnect } from '../fixtures/sockets.ts';
import { createStorage } from './realm-app.ts';

const database = useDatabase();
const startSocketServer = useSocketServer(database);
const transports = ['websocket', 'polling'] as const;
const elsewhere = 'https://client.example';

const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.disconnect();
});

/** A client as the specification describes it: it emits and listens without acknowledgements. */
function plainClient(origin: string, auth: { username: string; loginId: string }) {
  const socket: Socket = io(origin, {
    forceNew: true,
    transports: ['websocket'],
    withCredentials: true,
    reconnectionDelay: socketConstants.reconnectMinMs,
    reconnectionDelayMax: socketConstants.reconnectMaxMs,
    timeout: socketConstants.timeoutMs,
    auth,
  });
  opened.push(socket);
  const shown: string[] = [];
  socket.on('message', ({ sender, text }) => shown.push(`${sender}: ${text}`));
  return { socket, shown };
}

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

describe('a plain client', () => {
  test('registers, makes friends, joins and chats with the events of the specification', async () => {
    const { origin } = await startSocketServer();
    const [ada, bob] = [generateRegistration(), generateRegistration()];
    const logIn = async (person: typeof ada) => {
      const app = new App({ id: 'guild-abcde', baseUrl: origin, storage: createStorage() });
      const { functions } = await app.logIn(Credentials.anonymous());
      const call = functions.callFunction.bind(functions);
      await call('registerUser', person);
      const { username, loginId } = await call('loginUser', person);
      return {
        call,
        auth: { username, loginId },
        ...plainClient(origin, { username, loginId }),
      };
    };
    const [first, second] = [await logIn(ada), await logIn(bob)];
    await first.call('addFriendRequest', ada.username, bob.username);
    await second.call('friendRequestAction', ada.username, bob.username, 'accept');
    const [user1, user2] = [ada.username, bob.username].toSorted();
    await expect.poll(() => second.socket.connected).toBe(true);
    // Messages that are sent before the connection is open are sent when it opens.
    first.socket.emit('join', { user1, user2 });
    first.socket.emit('message', { text: 'Hello', sender: ada.username });
    second.socket.emit('join', { user1, user2 });
    await expect.poll(() => second.shown).toEqual([`${ada.username}: Hello`]);
    second.socket.emit('message', { text: 'Hello yourself', sender: bob.username });
    const all = [`${ada.username}: Hello`, `${bob.username}: Hello yourself`];
    await expect.poll(() => [first.shown, second.shown]).toEqual([all, all]);
    // The sender is the player of the loginId.
    second.socket.emit('message', { text: 'I am Ada', sender: ada.username });
    await expect.poll(() => first.shown.at(-1)).toBe(`${bob.username}: I am Ada`);
    await second.call('logoutUser', bob.username, second.auth.loginId);
    await expect.poll(() => second.socket.connected).toBe(false);
    expect(first.socket.connected).toBe(true);
  });

  test('that sends two joins and a message at once writes to the last conversation', async () => {
    const { createLoginIdPlayer, origin } = await startSocketServer();
    const [me, one, two] = [
      await createLoginIdPlayer(),
      await createLoginIdPlayer(),
      await createLoginIdPlayer(),
    ];
    await befriend(database.db, me.actor.id, one.actor.id);
    await befriend(database.db, me.actor.id, two.actor.id);
    const hears = plainClient(origin, two.auth);
    await expect.poll(() => hears.socket.connected).toBe(true);
    const { socket } = plainClient(origin, me.auth);
    for (const other of [one, two]) {
      socket.emit('join', { user1: me.actor.username, user2: other.actor.username });
    }
    for (const text of ['1', '2', '3']) {
      socket.emit('message', { text, sender: me.actor.username });
    }
    const said = ['1', '2', '3'].map((text) => `${me.actor.username}: ${text}`);
    await expect.poll(() => hears.shown).toEqual(said);
  });

  test('is shown as online while it is connected', async () => {
    const { createLoginIdPlayer, ctx } = await startSocketServer();
    const person = await createLoginIdPlayer();
    const [socket, second] = [await person.open(), await person.open()];
    expect(ctx.accounts.presence.isConnected(person.actor.id)).toBe(true);
    second.disconnect();
    socket.disconnect();
    await expect.poll(() => ctx.accounts.presence.isConnected(person.actor.id)).toBe(false);
  });
});

describe.each(transports)('by %s the server rejects', (transport) => {
  test('an invalid loginId, that of another player, and a missing one', async () => {
    const { createLoginIdPlayer, connect, ctx } = await startSocketServer();
    const [person, other] = [await createLoginIdPlayer(), await createLoginIdPlayer()];
    const { username, loginId } = person.auth;
    const proofs: (Record<string, unknown> | undefined)[] = [
      undefined,
      {},
      { username },
      { loginId },
      { username, loginId: `${loginId}x` },
      { username: other.auth.username, loginId },
      { username, loginId: other.auth.loginId },
      { username, loginId: [loginId] },
      { username: { toLowerCase: 1 }, loginId },
      { username: `${username}\0`, loginId },
      { username, loginId: 'x'.repeat(10_000) },
    ];
    for (const auth of proofs) {
      expect((await connect({}, { transport, auth })).errorCode).toBe('login-required');
    }
    expect(ctx.accounts.presence.isConnected(person.actor.id)).toBe(false);
    const upper = { username: username.toUpperCase(), loginId };
    expect((await connect({}, { transport, auth: upper })).errorCode).toBeNull();
  });

  test('a loginId that was logged out, has expired, or belongs to a suspended account', async () => {
    const { createLoginIdPlayer, createLoginId, ctx } = await startSocketServer();
    const { actor, ...first } = await createLoginIdPlayer();
    await first.logOut();
    expect((await first.tryToConnect({ transport })).errorCode).toBe('login-required');
    const second = await createLoginId(actor);
    ctx.testClock.advance(apiSessionConstants.loginIdMs);
    expect((await second.tryToConnect({ transport })).errorCode).toBe('login-required');
    const third = await createLoginId(actor);
    const moderator = await createPlayer(database.db, { role: 'moderator' });
    const { username } = actor;
    await suspendAccount({ ...ctx, actor: moderator }, { username, reason: 'spam', days: 1 });
    expect((await third.tryToConnect({ transport })).errorCode).toBe('login-required');
  });

  test('a page of another site, unless the operator has allowed its origin', async () => {
    const config = readConfig({ CORS_ORIGINS: elsewhere });
    const { createLoginIdPlayer, connect } = await startSocketServer({ config });
    const { auth } = await createLoginIdPlayer();
    const knock = async (Origin: string) =>
      (await connect({ Origin }, { transport, auth })).errorCode;
    const refusal = transport === 'polling' ? 'foreign-origin' : 'websocket error';
    for (const foreign of ['https://evil.example', 'null', `${elsewhere}.evil.example`]) {
      expect(await knock(foreign)).toBe(refusal);
    }
    expect(await knock(elsewhere)).toBeNull();
  });

  test('a cookie from another origin, also together with other credentials', async () => {
    const config = readConfig({ CORS_ORIGINS: elsewhere });
    const { createWebPlayer, createLoginIdPlayer, connect, ctx } = await startSocketServer({
      config,
    });
    const person = await createWebPlayer();
    const plain = await createLoginIdPlayer();
    const headers = { ...person.headers, Origin: elsewhere };
    expect((await connect(headers, { transport })).errorCode).toBe('login-required');
    const auth = { username: person.actor.username, loginId: plain.auth.loginId };
    expect((await connect(headers, { transport, auth })).errorCode).toBe('login-required');
    expect(ctx.accounts.presence.isConnected(person.actor.id)).toBe(false);
    // With a loginId the player is that of the loginId and not of the cookie.
    expect((await connect(headers, { transport, auth: plain.auth })).errorCode).toBeNull();
    expect([person, plain].map(({ actor }) => ctx.accounts.presence.isConnected(actor.id))).toEqual(
      [false, true],
    );
  });
});

test('when a loginId ends, its sockets and no others are disconnected', async () => {
  const { createLoginIdPlayer, createLoginId, createSession, ctx } = await startSocketServer();
  const { actor, ...first } = await createLoginIdPlayer();
  const second = await createLoginId(actor);
  const web = await createSession(actor.id);
  const sockets = [await first.open(), await first.open()] as const;
  const [other, page] = [await second.open(), await web.open()];
  await first.logOut();
  await Promise.all(sockets.map(waitForDisconnect));
  expect([other.connected, page.connected]).toEqual([true, true]);
  await web.logOut();
  await waitForDisconnect(page);
  expect(other.connected).toBe(true);
  const moderator = await createPlayer(database.db, { role: 'moderator' });
  const { username } = actor;
  await suspendAccount({ ...ctx, actor: moderator }, { username, reason: 'spam', days: 1 });
  await waitForDisconnect(other);
  await expect.poll(() => ctx.accounts.presence.isConnected(actor.id)).toBe(false);
});

test('a socket whose loginId ends while it connects is disconnected', async () => {
  const { createLoginIdPlayer } = await startSocketServer();
  const rounds = Array.from({ length: 8 }, async () => {
    const person = await createLoginIdPlayer();
    const [{ socket }] = await Promise.all([person.tryToConnect(), person.logOut()]);
    await expect.poll(() => socket.connected).toBe(false);
  });
  await Promise.all(rounds);
});

test('from our own origin a loginId has priority over a cookie, also when it is invalid', async () => {
  const { createWebPlayer, createLoginIdPlayer, connect, origin, ctx } = await startSocketServer();
  const person = await createWebPlayer();
  const { auth, actor } = await createLoginIdPlayer();
  const held = () => [person.actor.id, actor.id].map((id) => ctx.accounts.presence.isConnected(id));
  const { socket } = await connect(person.headers, { auth });
  expect(held()).toEqual([false, true]);
  socket.disconnect();
  await expect.poll(held).toEqual([false, false]);
  const wrong = { ...auth, loginId: 'wrong' };
  expect((await connect(person.headers, { auth: wrong })).errorCode).toBe('login-required');
  expect((await connect({ Origin: origin }, { auth })).errorCode).toBeNull();
  expect((await connect(person.headers, { auth: { odd: 1 } })).errorCode).toBeNull();
  expect(held()).toEqual([true, true]);
});

test('a client reconnects automatically when its account could not be read', async () => {
  const { createLoginIdPlayer, origin } = await startSocketServer();
  const { auth } = await createLoginIdPlayer();
  const { $client } = database.db;
  const query: (...args: unknown[]) => Promise<unknown> = $client.query.bind($client);
  let failures = 0;
  $client.query = (async (...args: unknown[]) => {
    if (failures > 0 || !JSON.stringify(args[0]).includes('find-login-id')) return query(...args);
    failures += 1;
    throw new Error('made up');
  }) as typeof $client.query;
  const { socket } = plainClient(origin, auth);
  await expect.poll(() => socket.connected).toBe(true);
  $client.query = query as typeof $client.query;
  expect(failures).toBe(1);
});

test('a page of an allowed origin can read polling responses with credentials', async () => {
  const config = readConfig({ CORS_ORIGINS: elsewhere });
  const { origin } = await startSocketServer({ config });
  const path = `${origin}/socket.io/?EIO=4&transport=polling`;
  const read = async (Origin: string, method = 'GET') => {
    const { status, headers } = await fetch(path, { method, headers: { Origin } });
    const names = ['origin', 'credentials'].map((name) => `Access-Control-Allow-${name}`);
    return [status, ...names.map((name) => headers.get(name))];
  };
  expect(await read(elsewhere)).toEqual([200, elsewhere, 'true']);
  expect(await read(elsewhere, 'OPTIONS')).toEqual([204, elsewhere, 'true']);
  expect((await read('https://evil.example')).slice(0, 2)).toEqual([403, null]);
});

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

test('the number of connections of an account is limited over all kinds of credentials', async () => {
  const { createLoginIdPlayer, createSession } = await startSocketServer();
  const plain = await createLoginIdPlayer();
  const web = await createSession(plain.actor.id);
  for (let number = 0; number < socketConstants.connectionsPerAccount / 2; number += 1) {
    await plain.open();
    await web.open();
  }
  expect((await plain.tryToConnect()).errorCode).toBe('too-many-connections');
  expect((await web.tryToConnect({ transport: 'polling' })).errorCode).toBe('too-many-connections');
});
