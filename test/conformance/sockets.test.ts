import { App, Credentials } from 'realm-web';
import { io, type Socket } from 'socket.io-client';
import { afterEach, describe, expect, test } from 'vitest';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import { useDatabase } from '../fixtures/database.ts';
import { befriend } from '../fixtures/friends.ts';
import { generateRegistration } from '../fixtures/registration-form.ts';
import { useSocketServer } from '../fixtures/sockets.ts';
import { createStorage } from './realm-app.ts';

const database = useDatabase();
const startSocketServer = useSocketServer(database);

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
