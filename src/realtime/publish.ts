import type { DomainEvent } from '#domain/events.ts';
import { listFriendIds } from '#domain/friends/list-friend-ids.ts';
import { getUnread } from '#domain/notifications/get-unread-counts.ts';
import type { ServerEvents } from '#shared/schemas/socket-events.ts';
import { createBatch } from './batch.ts';
import { leaveConversations } from './chat.ts';
import { toChatMessage } from './serialize-message.ts';
import { type Io, type SocketServerOptions, userRoom } from './socket-types.ts';

/** How long counts and statuses gather before they are read for all who look. */
const gatherMs = 150;

type What = Parameters<ServerEvents['changed']>[0];

/** Tells connected accounts what happened to them. Answers how to stop it. */
export function startPublishing(io: Io, parts: SocketServerOptions): () => Promise<void> {
  const { db, events, log } = parts;
  const isHere = (userId: string) => io.sockets.adapter.rooms.has(userRoom(userId));

  const unread = createBatch({ ms: gatherMs, log, what: 'unread counts' }, async (userIds) => {
    for (const userId of userIds) {
      if (isHere(userId)) io.to(userRoom(userId)).emit('unread', await getUnread(parts, userId));
    }
  });
  const statuses = createBatch({ ms: gatherMs, log, what: 'statuses' }, async (userIds) => {
    const friends = await listFriendIds(db, userIds);
    const rooms = [...friends, ...userIds].filter(isHere).map(userRoom);
    if (rooms.length > 0) io.to(rooms).emit('changed', { status: true });
  });

  function recount(userId: string): void {
    if (isHere(userId)) unread.add(userId);
  }

  function change(userIds: readonly string[], what: What): void {
    io.to(userIds.map(userRoom)).emit('changed', what);
  }

  function tell(event: DomainEvent): void {
    switch (event.type) {
      case 'messages-sent':
        for (const message of event.messages) {
          const rooms = [userRoom(message.lowId), userRoom(message.highId)];
          io.to(rooms).emit('message', toChatMessage(message));
          recount(message.lowId);
          recount(message.highId);
        }
        return;
      case 'friends-changed':
        for (const userId of event.userIds) {
          for (const socketId of io.sockets.adapter.rooms.get(userRoom(userId)) ?? []) {
            const socket = io.sockets.sockets.get(socketId);
            if (socket) leaveConversations(socket, event.userIds);
          }
          recount(userId);
        }
        change(event.userIds, { friends: true });
        return;
      case 'noticed':
        change([event.userId], { notices: true });
        io.to(userRoom(event.userId)).emit('news', { kinds: event.kinds });
        recount(event.userId);
        return;
      case 'unread-changed':
        change([event.userId], { notices: true });
        recount(event.userId);
        return;
      case 'item-sold':
        change([event.userId], { balance: true });
        return;
      case 'status-changed':
        statuses.add(event.userId);
        return;
    }
  }

  const stop = events.listen(tell);
  return async () => {
    stop();
    await Promise.all([unread.stop(), statuses.stop()]);
  };
}
