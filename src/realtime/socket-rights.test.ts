import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Actor } from '#domain/actor.ts';
import { changeSiteSetting } from '#domain/administration/change-site-setting.ts';
import type { SocketReply } from '#shared/schemas/socket-events.ts';
import { withNightly } from '#test/config/nightly.ts';
import {
  type AccountState,
  accountStates,
  applyAccountState,
  createInitialFriendship,
  openTestConversation,
  readPermissionTable,
} from '#test/fixtures/account-states.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { changedTables, takeChanges } from '#test/fixtures/recorded-changes.ts';
import { withFreshProof } from '#test/fixtures/sign-in.ts';
import {
  type ClientSocket,
  collectEvents,
  useSocketServer,
  waitForDisconnect,
} from '#test/fixtures/sockets.ts';

/**
 * What each actor may do by socket. Accounts that were friends before have opened the conversation then
 * and send its id; strangers send the id of another conversation. `login` means a rejected handshake,
 * `same` an accepted event without effect. An event that is not `done` changes and publishes nothing.
 */
const rights = `
  act                       | changes                | visitor | guest     | self      | stranger  | friend    | former friend | blocked   | blocking  | logged out
  connect                   |                        | login   | done      | done      | done      | done      | done          | done      | done      | login
  join                      |                        | login   | guest     | strangers | strangers | done      | strangers     | strangers | strangers | login
  join among others         |                        | login   | guest     | done      | strangers | strangers | strangers     | strangers | strangers | login
  message                   | messages conversations | login   | guest     | strangers | strangers | done      | strangers     | strangers | strangers | login
  message where joined last | messages conversations | login   | strangers | strangers | strangers | done      | strangers     | strangers | strangers | login
  missed                    |                        | login   | guest     | strangers | strangers | done      | strangers     | strangers | strangers | login
  typing                    |                        | login   | guest     | strangers | strangers | done      | strangers     | strangers | strangers | login
  read                      | conversations          | login   | guest     | same      | same      | done      | same          | same      | same      | login
`;

/** By what somebody is known: the rights are the same. */
const sessions = ['a web session', 'a loginId'] as const;
type Session = (typeof sessions)[number];
/** Of a loginId, one account with each result of the table. */
const statesOf: Record<Session, readonly AccountState[]> = {
  'a web session': accountStates,
  'a loginId': withNightly(
    ['visitor', 'guest', 'self', 'stranger', 'friend', 'logged out'],
    ['former friend', 'blocked', 'blocking'],
  ),
};

const short = {
  login: 'login-required',
  guest: 'guest-not-allowed',
  strangers: 'not-friends',
};

interface Scene {
  me: Actor;
  them: Actor;
  third: Actor;
  conversationId: string;
}

type Act = (socket: ClientSocket, scene: Scene) => Promise<SocketReply<object>>;

/** An event that promises no answer is given one where it asks. */
const emitEvent = (socket: ClientSocket, event: 'typing' | 'read', payload: object) =>
  (
    socket as unknown as { emitWithAck(...args: unknown[]): Promise<SocketReply<object>> }
  ).emitWithAck(event, payload);

const acts = {
  connect: async () => ({ ok: true }),
  join: (socket, { me, them }) =>
    socket.emitWithAck('join', { user1: me.username, user2: them.username }),
  'join among others': (socket, { them, third }) =>
    socket.emitWithAck('join', { user1: third.username, user2: them.username }),
  message: (socket, { conversationId }) =>
    socket.emitWithAck('message', { text: 'Hello', id: randomUUID(), conversationId }),
  'message where joined last': (socket, { them }) =>
    socket.emitWithAck('message', { text: 'Hello', sender: them.username }),
  missed: (socket, { conversationId }) =>
    socket.emitWithAck('missed', { conversationId, after: 0 }),
  typing: (socket, { conversationId }) => emitEvent(socket, 'typing', { conversationId }),
  read: (socket, { conversationId }) => emitEvent(socket, 'read', { conversationId, number: 1 }),
} satisfies Record<string, Act>;

const database = useDatabase({ recordsChanges: true });
const startSockets = useSocketServer(database);

/** Somebody who stands so to another player, who is connected and has the conversation open. */
async function createScene(accountState: AccountState, session: Session) {
  const { db } = database;
  const sockets = await startSockets();
  const { createWebPlayer, createLoginIdPlayer, createLoginId, connect, ctx, origin } = sockets;
  const isPlain = session === 'a loginId';
  const other = await createWebPlayer();
  const them = other.actor;
  const third = await createPlayer(db);
  await befriend(db, them.id, third.id);
  const role = accountState === 'guest' ? 'guest' : 'player';
  const own = isPlain ? { actor: them, ...(await createLoginId(them)) } : other;
  const create = isPlain ? createLoginIdPlayer : createWebPlayer;
  const mine = accountState === 'self' ? own : await create({ role });
  const me = mine.actor;
  await createInitialFriendship(db, accountState, me, them);

  const theirs = await other.open();
  const open = accountState === 'visitor' ? null : await mine.open();
  const friends = await theirs.emitWithAck('join', { user1: me.username, user2: them.username });
  // For visitors, guests and strangers: a conversation of others. Nobody has one with themselves.
  let conversationId =
    accountState === 'self' ? randomUUID() : await openTestConversation(ctx, third, them);
  if (friends.ok && open) {
    conversationId = friends.conversationId;
    await open.emitWithAck('join', { user1: me.username, user2: them.username });
  }
  const speaker = friends.ok ? me : third;
  await say(theirs, speaker, them);
  await applyAccountState(ctx, accountState, me, them);
  if (accountState === 'logged out' && open) {
    await mine.logOut();
    await waitForDisconnect(open);
  }
  const transport = 'polling';
  const again = async () => {
    if (accountState !== 'visitor') return mine.tryToConnect({ transport });
    const auth = { username: them.username, loginId: randomUUID() };
    return isPlain ? connect({}, { auth, transport }) : connect({ Origin: origin }, { transport });
  };
  return { scene: { me, them, third, conversationId }, theirs, open, again };
}

/** There is something that was not read yet. */
async function say(socket: ClientSocket, other: Actor, them: Actor): Promise<void> {
  await socket.emitWithAck('join', { user1: them.username, user2: other.username });
  await socket.emitWithAck('message', { text: 'Hello' });
}

/** Whatever was sent to a connection before this has arrived after it. */
async function arrived(socket: ClientSocket): Promise<void> {
  await socket.emitWithAck('missed', { conversationId: randomUUID(), after: 0 });
}

describe.each(
  sessions.flatMap((session) =>
    readPermissionTable(rights, acts, short).map((right) => ({ ...right, session })),
  ),
)('by $session to $action', ({ session, action, changes, cells }) => {
  test.each(statesOf[session])('as %s', async (accountState) => {
    const { scene, theirs, open, again } = await createScene(accountState, session);
    await arrived(theirs);
    const lists = [collectEvents(theirs, 'message'), collectEvents(theirs, 'typing')];
    await takeChanges(database.db);
    const wanted = cells[accountState];
    let outcome: string | null;
    if (action === 'connect' || !open?.connected) outcome = (await again()).errorCode ?? 'done';
    else {
      const answer = await acts[action](open, scene);
      outcome = answer.ok ? 'done' : answer.code;
    }
    expect(outcome).toBe(wanted === 'same' ? 'done' : wanted);
    await arrived(theirs);
    const changed = changedTables(await takeChanges(database.db));
    expect(changed.toSorted()).toEqual(wanted === 'done' ? changes.toSorted() : []);
    const told = wanted === 'done' && (action.startsWith('message') || action === 'typing') ? 1 : 0;
    await expect.poll(() => lists.flat()).toHaveLength(told);
  });
});

test('connections of third-party clients end when the Realm API is switched off, and others stay', async () => {
  const server = await startSockets();
  const client = await server.createLoginIdPlayer();
  const browser = await server.createWebPlayer();
  const [ofClient, ofBrowser] = [await client.open(), await browser.open()];
  const admin = await createPlayer(database.db, { role: 'admin' });
  const ctx = { ...server.ctx, actor: await withFreshProof(server.ctx, admin) };
  await changeSiteSetting(ctx, { key: 'chatPart', value: 'off' });
  await changeSiteSetting(ctx, { key: 'realmApiPart', value: 'off' });
  await waitForDisconnect(ofClient);
  expect(ofBrowser.connected).toBe(true);
  expect((await client.tryToConnect()).errorCode).toBe('login-required');
  await changeSiteSetting(ctx, { key: 'realmApiPart', value: 'on' });
  await changeSiteSetting(ctx, { key: 'chatPart', value: 'on' });
  await client.open();
});
