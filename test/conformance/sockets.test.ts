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
import { newcomer } from '../fixtures/new-account.ts';
import { ended, useSocketScene } from '../fixtures/sockets.ts';
import { createStorage } from './realm-app.ts';

const database = useDatabase();
const socketScene = useSocketScene(database);
const transports = ['websocket', 'polling'] as const;
const elsewhere = 'https://client.example';

const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.disconnect();
});

/** A client as the specification describes it: it emits and listens, and asks for no answers. */
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

/** A connection that says nothing of itself. */
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

/** A connection by polling that says nothing of itself. */
type Silent = { address: string; headers: Record<string, string> };

/** So many of them, of one address. */
function silentOf(origin: string, host: string, count: number): Promise<Silent[]> {
  const base = `${origin}/socket.io/?EIO=4&transport=polling`;
  const headers = { 'X-Forwarded-For': host };
  return Promise.all(
    Array.from({ length: count }, async () => {
      const opened = await (await fetch(base, { headers })).text();
      return { address: `${base}&sid=${JSON.parse(opened.slice(1)).sid}`, headers };
    }),
  );
}

/** Whether the server still has it; what is sent is an answer to a ping, which changes nothing. */
async function isOpen(silent: Silent | undefined): Promise<boolean> {
  if (!silent) throw new Error('There is no such connection.');
  const { address, headers } = silent;
  return (await fetch(address, { method: 'POST', headers, body: '3' })).status === 200;
}

const closed = (socket: WebSocket) =>
  new Promise<void>((resolve) => socket.addEventListener('close', () => resolve(), { once: true }));

describe('a plain client', () => {
  test('registers, makes friends, joins and talks, in the words of the specification', async () => {
    const { origin } = await socketScene();
    const [ada, bob] = [newcomer(), newcomer()];
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
    // Who speaks waits for nothing: what is sent before the connection stands is sent when it does.
    first.socket.emit('join', { user1, user2 });
    first.socket.emit('message', { text: 'Hello', sender: ada.username });
    second.socket.emit('join', { user1, user2 });
    await expect.poll(() => second.shown).toEqual([`${ada.username}: Hello`]);
    second.socket.emit('message', { text: 'Hello yourself', sender: bob.username });
    const all = [`${ada.username}: Hello`, `${bob.username}: Hello yourself`];
    await expect.poll(() => [first.shown, second.shown]).toEqual([all, all]);
    // Whose words they are is what the loginId says.
    second.socket.emit('message', { text: 'I am Ada', sender: ada.username });
    await expect.poll(() => first.shown.at(-1)).toBe(`${bob.username}: I am Ada`);
    await second.call('logoutUser', bob.username, second.auth.loginId);
    await expect.poll(() => second.socket.connected).toBe(false);
    expect(first.socket.connected).toBe(true);
  });

  test('that speaks in one breath with two joins speaks in the last', async () => {
    const { createPlain, origin } = await socketScene();
    const [me, one, two] = [await createPlain(), await createPlain(), await createPlain()];
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

  test('counts for presence, and for as long as it is connected', async () => {
    const { createPlain, ctx } = await socketScene();
    const person = await createPlain();
    const [socket, second] = [await person.open(), await person.open()];
    expect(ctx.presence.isHeld(person.actor.id)).toBe(true);
    second.disconnect();
    socket.disconnect();
    await expect.poll(() => ctx.presence.isHeld(person.actor.id)).toBe(false);
  });
});

describe.each(transports)('by %s is refused', (transport) => {
  test('a loginId that is made up, of somebody else, or none', async () => {
    const { createPlain, connect, ctx } = await socketScene();
    const [person, other] = [await createPlain(), await createPlain()];
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
      expect((await connect({}, { transport, auth })).refused).toBe('login-required');
    }
    expect(ctx.presence.isHeld(person.actor.id)).toBe(false);
    const upper = { username: username.toUpperCase(), loginId };
    expect((await connect({}, { transport, auth: upper })).refused).toBeNull();
  });

  test('one that was logged out, has expired, or is of a suspended account', async () => {
    const { createPlain, createLoginId, ctx } = await socketScene();
    const { actor, ...first } = await createPlain();
    await first.logOut();
    expect((await first.knock({ transport })).refused).toBe('login-required');
    const second = await createLoginId(actor);
    ctx.testClock.advance(apiSessionConstants.loginIdMs);
    expect((await second.knock({ transport })).refused).toBe('login-required');
    const third = await createLoginId(actor);
    const moderator = await createPlayer(database.db, { role: 'moderator' });
    const { username } = actor;
    await suspendAccount({ ...ctx, actor: moderator }, { username, reason: 'spam', days: 1 });
    expect((await third.knock({ transport })).refused).toBe('login-required');
  });

  test('a page of another site, unless the operator named its origin', async () => {
    const config = readConfig({ CORS_ORIGINS: elsewhere });
    const { createPlain, connect } = await socketScene({ config });
    const { auth } = await createPlain();
    const knock = async (Origin: string) =>
      (await connect({ Origin }, { transport, auth })).refused;
    const refusal = transport === 'polling' ? 'foreign-origin' : 'websocket error';
    for (const foreign of ['https://evil.example', 'null', `${elsewhere}.evil.example`]) {
      expect(await knock(foreign)).toBe(refusal);
    }
    expect(await knock(elsewhere)).toBeNull();
  });

  test('a cookie that another origin sends, whatever goes with it', async () => {
    const config = readConfig({ CORS_ORIGINS: elsewhere });
    const { createPerson, createPlain, connect, ctx } = await socketScene({ config });
    const person = await createPerson();
    const plain = await createPlain();
    const headers = { ...person.headers, Origin: elsewhere };
    expect((await connect(headers, { transport })).refused).toBe('login-required');
    const auth = { username: person.actor.username, loginId: plain.auth.loginId };
    expect((await connect(headers, { transport, auth })).refused).toBe('login-required');
    expect(ctx.presence.isHeld(person.actor.id)).toBe(false);
    // With a loginId it is that player, and not the cookie's.
    expect((await connect(headers, { transport, auth: plain.auth })).refused).toBeNull();
    expect([person, plain].map(({ actor }) => ctx.presence.isHeld(actor.id))).toEqual([
      false,
      true,
    ]);
  });
});

test('a socket is cut when its loginId ends, and no other is', async () => {
  const { createPlain, createLoginId, createSession, ctx } = await socketScene();
  const { actor, ...first } = await createPlain();
  const second = await createLoginId(actor);
  const web = await createSession(actor.id);
  const sockets = [await first.open(), await first.open()] as const;
  const [other, page] = [await second.open(), await web.open()];
  await first.logOut();
  await Promise.all(sockets.map(ended));
  expect([other.connected, page.connected]).toEqual([true, true]);
  await web.logOut();
  await ended(page);
  expect(other.connected).toBe(true);
  const moderator = await createPlayer(database.db, { role: 'moderator' });
  const { username } = actor;
  await suspendAccount({ ...ctx, actor: moderator }, { username, reason: 'spam', days: 1 });
  await ended(other);
  await expect.poll(() => ctx.presence.isHeld(actor.id)).toBe(false);
});

test('a loginId that ends while it connects does not stay connected', async () => {
  const { createPlain } = await socketScene();
  const rounds = Array.from({ length: 8 }, async () => {
    const person = await createPlain();
    const [{ socket }] = await Promise.all([person.knock(), person.logOut()]);
    await expect.poll(() => socket.connected).toBe(false);
  });
  await Promise.all(rounds);
});

test('from our own origin a loginId goes before a cookie, and a bad one is no cookie’s', async () => {
  const { createPerson, createPlain, connect, origin, ctx } = await socketScene();
  const person = await createPerson();
  const { auth, actor } = await createPlain();
  const held = () => [person.actor.id, actor.id].map((id) => ctx.presence.isHeld(id));
  const { socket } = await connect(person.headers, { auth });
  expect(held()).toEqual([false, true]);
  socket.disconnect();
  await expect.poll(held).toEqual([false, false]);
  const wrong = { ...auth, loginId: 'wrong' };
  expect((await connect(person.headers, { auth: wrong })).refused).toBe('login-required');
  expect((await connect({ Origin: origin }, { auth })).refused).toBeNull();
  expect((await connect(person.headers, { auth: { odd: 1 } })).refused).toBeNull();
  expect(held()).toEqual([true, true]);
});

test('a client comes again by itself when it could not be looked up', async () => {
  const { createPlain, origin } = await socketScene();
  const { auth } = await createPlain();
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

test('a page of a named origin may read what polling answers it, with credentials', async () => {
  const config = readConfig({ CORS_ORIGINS: elsewhere });
  const { origin } = await socketScene({ config });
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

describe('whoever has not said who it is', () => {
  test('gives way to the next of its address, and takes nobody else’s place', async () => {
    const { createPlain, createPerson, origin } = await socketScene();
    const [plain, person] = [await createPlain(), await createPerson()];
    const before = await plain.open();
    const [first, ...others] = await silentOf(
      origin,
      '127.0.0.1',
      socketConstants.strangersPerAddress,
    );
    expect(await isOpen(first)).toBe(true);
    expect((await plain.knock({ transport: 'polling' })).refused).toBeNull();
    expect(await isOpen(first)).toBe(false);
    expect(await isOpen(others.at(-1))).toBe(true);
    expect((await person.open()).connected).toBe(true);
    expect(before.connected).toBe(true);
  });

  test('leaves room for 300 of one address at once', async () => {
    const { origin } = await socketScene();
    const silent = await silentOf(origin, '127.0.0.1', 300);
    const open = await Promise.all(silent.map(isOpen));
    expect(open).toEqual(silent.map(() => true));
  });

  test('shuts out no player of another address, however many there are', async () => {
    const config = readConfig({ TRUST_PROXY: '1' });
    const { createPlain, origin } = await socketScene({ config });
    const crowd: Silent[] = [];
    for (const host of [1, 2, 3, 4]) {
      crowd.push(...(await silentOf(origin, `192.0.2.${host}`, socketConstants.strangersMax / 4)));
    }
    const neighbours = await silentOf(origin, '198.51.100.1', 5);
    const plain = await createPlain();
    const extraHeaders = { 'X-Forwarded-For': '198.51.100.1' };
    for (const transport of transports) {
      expect((await plain.knock({ transport, extraHeaders })).refused).toBeNull();
    }
    expect(await isOpen(crowd[0])).toBe(false);
    expect(await Promise.all(neighbours.map(isOpen))).toEqual(neighbours.map(() => true));
  });

  test('gives its place back as soon as it has said so', async () => {
    const { createPlain } = await socketScene();
    const accounts =
      1 + Math.ceil(socketConstants.strangersPerAddress / socketConstants.perAccount);
    for (let count = 0; count < accounts; count += 1) {
      const person = await createPlain();
      await Promise.all(Array.from({ length: socketConstants.perAccount }, () => person.open()));
    }
  });

  test('is cut after a while', async () => {
    const { origin } = await socketScene({}, { connectMs: 50 });
    await closed(await openSilent(origin));
  });

  test('is heard once, and cannot guess on', async () => {
    const { createPlain, origin, ctx } = await socketScene();
    const { auth, actor } = await createPlain();
    const silent = await openSilent(origin);
    const sent: string[] = [];
    silent.addEventListener('message', ({ data }) => sent.push(String(data)));
    const gone = closed(silent);
    silent.send(`40${JSON.stringify({ ...auth, loginId: 'wrong' })}`);
    silent.send(`40${JSON.stringify(auth)}`);
    await gone;
    expect(sent.filter((packet) => packet.startsWith('40'))).toEqual([]);
    expect(ctx.presence.isHeld(actor.id)).toBe(false);
  });

  test('is cut when it sends anything else', async () => {
    const { origin } = await socketScene();
    for (const packet of ['42["message",{"text":"Hello"}]', '41', 'x']) {
      const silent = await openSilent(origin);
      const gone = closed(silent);
      silent.send(packet);
      await gone;
    }
  });
});

test('an account has so many connections, by whatever it is known', async () => {
  const { createPlain, createSession } = await socketScene();
  const plain = await createPlain();
  const web = await createSession(plain.actor.id);
  for (let number = 0; number < socketConstants.perAccount / 2; number += 1) {
    await plain.open();
    await web.open();
  }
  expect((await plain.knock()).refused).toBe('too-many-connections');
  expect((await web.knock({ transport: 'polling' })).refused).toBe('too-many-connections');
});
