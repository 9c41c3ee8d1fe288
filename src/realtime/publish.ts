import type { DomainEvent } from '#domain/events.ts';
import { listFriendIds } from '#domain/friends/list-friend-ids.ts';
import { getUnreadCounts } from '#domain/notifications/get-unread-counts.ts';
import type { ServerEvents } from '#shared/schemas/socket-events.ts';
import { createBatch } from './batch.ts';
import { leaveConversations } from './chat.ts';
import { toChatMessage } from './serialize-message.ts';
import { type Io, type SocketServerOptions, userRoom } from './socket-types.ts';

/** How long changes of counts and statuses are collected before they are read and sent, in milliseconds. */
const batchMs = 150;

type Change = Parameters<ServerEvents['changed']>[0];

/** Sends domain events to the connected accounts that they concern. Returns the function that stops it. */
export function startPublishing(io: Io, services: SocketServerOptions): () => Promise<void> {
  const { db, events, log } = services;
  const isConnected = (userId: string) => io.sockets.adapter.rooms.has(userRoom(userId));

  const unread = createBatch({ ms: batchMs, log, subject: 'unread counts' }, async (userIds) => {
    for (const userId of userIds) {
      if (isConnected(userId))
        io.to(userRoom(userId)).emit('unread', await getUnreadCounts(services, userId));
    }
  });
  const statuses = createBatch({ ms: batchMs, log, subject: 'statuses' }, async (userIds) => {
    const friends = await listFriendIds(db, userIds);
    const rooms = [...friends, ...userIds].filter(isConnected).map(userRoom);
    if (rooms.length > 0) io.to(rooms).emit('changed', { status: true });
  });

  function updateUnread(userId: string): void {
    if (isConnected(userId)) unread.add(userId);
  }

  function sendChange(userIds: readonly string[], change: Change): void {
    io.to(userIds.map(userRoom)).emit('changed', change);
  }

  function handleEvent(event: DomainEvent): void {
    switch (event.type) {
      case 'messages-sent':
        for (const message of event.messages) {
          const rooms = [userRoom(message.lowId), userRoom(message.highId)];
          io.to(rooms).emit('message', toChatMessage(message));
          updateUnread(message.lowId);
          updateUnread(message.highId);
        }
        return;
      case 'friends-changed':
        for (const userId of event.userIds) {
          for (const socketId of io.sockets.adapter.rooms.get(userRoom(userId)) ?? []) {
            const socket = io.sockets.sockets.get(socketId);
            if (socket) leaveConversations(socket, event.userIds);
          }
          updateUnread(userId);
        }
        sendChange(event.userIds, { friends: true });
        return;
      case 'noticed':
        sendChange([event.userId], { notices: true });
        io.to(userRoom(event.userId)).emit('news', { kinds: event.kinds });
        updateUnread(event.userId);
        return;
      case 'unread-changed':
        sendChange([event.userId], { notices: true });
        updateUnread(event.userId);
        return;
      case 'item-sold':
        sendChange([event.userId], { balance: true });
        return;
      case 'status-changed':
        statuses.add(event.userId);
        return;
    }
  }

  const stop = events.listen(handleEvent);
  return async () => {
    stop();
    await Promise.all([unread.stop(), statuses.stop()]);
  };
}
