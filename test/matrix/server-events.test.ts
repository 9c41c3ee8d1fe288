import { describe, expect, it } from 'vitest';
import { blocks } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import { suspendAccount } from '#domain/moderation/suspension/suspend-account.ts';
import { savePrivacy } from '#domain/privacy/save-privacy.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { type Audience, audiences } from '#shared/constants/privacy.ts';
import type { ServerEvents } from '#shared/schemas/socket-events.ts';
import { useDatabase } from '../fixtures/database.ts';
import { befriend } from '../fixtures/friends.ts';
import { type ClientSocket, useSocketServer } from '../fixtures/sockets.ts';

const readers = ['owner', 'friend', 'blocked', 'player', 'guest', 'editor', 'moderator', 'admin'];
type Reader = (typeof readers)[number];

interface Scene {
  ctx: Ctx;
  owner: Actor;
  ownersSocket: ClientSocket;
  conversationId: string;
  moderator: Actor;
}

interface EventRow {
  /** Makes the server send the event because of something about the owner. */
  cause: (scene: Scene) => unknown;
  receivers: (audience: Audience) => Reader[];
}

const ownerOnly = () => ['owner'];

/** Each event of the server, and who receives it. `resynchronize` says nothing and goes to everybody. */
const rows: Record<Exclude<keyof ServerEvents, 'resynchronize'>, EventRow> = {
  message: {
    cause: ({ ownersSocket, conversationId }) =>
      ownersSocket.emitWithAck('message', { conversationId, text: 'Hello' }),
    receivers: () => ['friend', 'owner'],
  },
  typing: {
    cause: ({ ownersSocket, conversationId }) => ownersSocket.emit('typing', { conversationId }),
    receivers: (audience) => (audience === 'nobody' ? [] : ['friend']),
  },
  unread: {
    cause: ({ ctx, owner }) => ctx.events.publish({ type: 'unread-changed', userId: owner.id }),
    receivers: ownerOnly,
  },
  changed: {
    cause: ({ ctx, owner }) =>
      ctx.events.publish({ type: 'status-changed', userId: owner.id, online: true }),
    receivers: (audience) => (audience === 'nobody' ? ['owner'] : ['friend', 'owner']),
  },
  news: {
    cause: ({ ctx, owner }) =>
      ctx.events.publish({
        type: 'notified',
        userId: owner.id,
        kinds: ['item-sold'],
        balanceChanged: true,
      }),
    receivers: ownerOnly,
  },
  ended: {
    cause: ({ ctx, owner, moderator }) =>
      suspendAccount(
        { ...ctx, actor: moderator },
        { username: owner.username, reason: 'Enough.', days: 1 },
      ),
    receivers: ownerOnly,
  },
};

const database = useDatabase();
const startSockets = useSocketServer(database);

/** The owner and everybody else, each with a socket. */
async function createScene(audience: Audience) {
  const { createWebPlayer, ctx } = await startSockets();
  const { db } = database;
  const values: Record<Reader, Parameters<typeof createWebPlayer>[0]> = {
    guest: { role: 'guest' },
    editor: { furtherRoles: [catalogEditor] },
    moderator: { role: 'moderator' },
    admin: { role: 'admin' },
  };
  const people = new Map<Reader, { actor: Actor; socket: ClientSocket }>();
  const players = new Map<Reader, Awaited<ReturnType<typeof createWebPlayer>>>();
  for (const reader of readers) players.set(reader, await createWebPlayer(values[reader]));
  const of = (reader: Reader) => players.get(reader) ?? Promise.reject(new Error(reader));
  const [owner, friend, blocked] = [await of('owner'), await of('friend'), await of('blocked')];
  await befriend(db, owner.actor.id, friend.actor.id);
  await db
    .insert(blocks)
    .values({ blockerId: owner.actor.id, blockedId: blocked.actor.id, since: new Date() });
  await savePrivacy({ ...ctx, actor: owner.actor }, { presenceVisibility: audience });
  const online = new Set<Reader>();
  const counted = new Set<Reader>();
  for (const [reader, { actor, open }] of players) {
    const socket = await open();
    socket.onAny((event: string) => {
      if (event === 'changed') online.add(reader);
      if (event === 'unread') counted.add(reader);
    });
    people.set(reader, { actor, socket });
  }
  // Everybody is told of its own new status, and gets its unread counts.
  await expect.poll(() => [online.size, counted.size]).toEqual([people.size, people.size]);
  const pair = { user1: owner.actor.username, user2: friend.actor.username };
  const [own, other] = [people.get('owner')?.socket, people.get('friend')?.socket];
  await other?.emitWithAck('join', pair);
  const joined = await own?.emitWithAck('join', pair);
  if (!own || !joined?.ok) throw new Error('The owner has no conversation.');
  const { actor: moderator } = await of('moderator');
  const { conversationId } = joined;
  return { ctx, owner: owner.actor, ownersSocket: own, conversationId, moderator, people };
}

describe.each(Object.entries(rows))('%s', (name, { cause, receivers }) => {
  it.each(audiences)('is sent only to those whom it concerns, with %s', async (audience) => {
    const { people, ...scene } = await createScene(audience);
    const received = new Set<Reader>();
    const marked = new Set<Reader>();
    for (const [reader, { socket }] of people) {
      socket.onAny((event: string, what: { trades?: true }) => {
        if (event === 'changed' && what.trades) marked.add(reader);
        else if (event === name) received.add(reader);
      });
    }
    const expected = receivers(audience);
    await cause(scene);
    await expect.poll(() => [...received].toSorted()).toEqual(expected);
    // Events of one connection arrive in order: after this one, nothing is on its way.
    const userIds = [...people.values()].map(({ actor }) => actor.id);
    scene.ctx.events.publish({ type: 'trades-changed', userIds });
    const connected = [...people].filter(([, { socket }]) => socket.connected).length;
    await expect.poll(() => marked.size).toBe(connected);
    expect([...received].toSorted()).toEqual(expected);
  });
});
