import type { EventOrigin, ReceivedEvent } from '#domain/events.ts';
import { listFriendIds, listPresenceWatcherIds } from '#domain/friends/list-friend-ids.ts';
import { getUnreadCounts } from '#domain/notifications/get-unread-counts.ts';
import type { NotificationKind } from '#shared/constants/notifications/notification-kinds.ts';
import { nodeConstants } from '#shared/constants/server/nodes.ts';
import type { ChangedData, Unread } from '#shared/schemas/socket-events.ts';
import { createBatchCollector } from './batch-collector.ts';
import { leaveConversations } from './chat.ts';
import { createMessageSender } from './deliver-messages.ts';
import { type Io, pairRoom, type SocketServerOptions, userRoom } from './socket-types.ts';

/** How long changes of counts and statuses are collected before they are read and sent, in milliseconds. */
const batchMs = 150;

/** New notifications of an account that wait to be sent with its unread counts. */
interface PendingNews {
  kinds: Set<NotificationKind>;
  changed: ChangedData;
}

export interface Publisher {
  /** Sends the unread counts of an account to its connections. */
  updateUnread(userId: string): void;
  stop(): Promise<void>;
}

/** Sends domain events to the connected accounts that they concern. */
export function startPublishing(io: Io, services: SocketServerOptions): Publisher {
  const { db, events, log } = services;
  const isConnected = (userId: string) => io.sockets.adapter.rooms.has(userRoom(userId));

  const pendingNews = new Map<string, PendingNews>();
  const unread = createBatchCollector(
    { ms: batchMs, log, subject: 'unread counts' },
    async (userIds) => {
      for (const userId of userIds) {
        const news = pendingNews.get(userId);
        pendingNews.delete(userId);
        if (!isConnected(userId)) continue;
        const sockets = io.to(userRoom(userId));
        let counts: Unread;
        try {
          counts = await getUnreadCounts(services, userId);
        } catch (error) {
          // The others of the batch still get their counts, and this account reads what changed.
          log.warn({ err: error, userId }, 'unread counts could not be read');
          if (news) sockets.emit('changed', news.changed);
          continue;
        }
        if (news) sockets.emit('news', { ...news, kinds: [...news.kinds], unread: counts });
        else sockets.emit('unread', counts);
      }
    },
  );
  const statuses = createBatchCollector(
    { ms: batchMs, log, subject: 'statuses' },
    async (userIds) => {
      const friends = await listPresenceWatcherIds(db, userIds);
      const rooms = [...friends, ...userIds].filter(isConnected).map(userRoom);
      if (rooms.length > 0) io.to(rooms).emit('changed', { status: true });
    },
  );

  // Also friends who no longer see the status load it again.
  const changedPrivacy = createBatchCollector(
    { ms: batchMs, log, subject: 'privacy settings' },
    async (userIds) => {
      const rooms = (await listFriendIds(db, userIds)).filter(isConnected).map(userRoom);
      if (rooms.length > 0) io.to(rooms).emit('changed', { status: true });
    },
  );

  /** The account's connections read again whether friends may see that it is typing. */
  function recheckPresence(userId: string): void {
    for (const socketId of io.sockets.adapter.rooms.get(userRoom(userId)) ?? []) {
      const joined = io.sockets.sockets.get(socketId)?.data.joined?.values() ?? [];
      for (const conversation of joined) conversation.checkedAt = 0;
    }
  }

  function updateUnread(userId: string): void {
    if (isConnected(userId)) unread.add(userId);
  }

  function sendChange(userIds: readonly string[], change: ChangedData): void {
    io.to(userIds.map(userRoom)).emit('changed', change);
  }

  /** Collects everything about new notifications in one message. */
  function addNews(userId: string, kinds: readonly NotificationKind[], change: ChangedData): void {
    if (!isConnected(userId)) return;
    const news = pendingNews.get(userId) ?? { kinds: new Set(), changed: { notices: true } };
    for (const kind of kinds) news.kinds.add(kind);
    Object.assign(news.changed, change);
    pendingNews.set(userId, news);
    unread.add(userId);
  }

  const messages = createMessageSender(io, services, (message) => {
    updateUnread(message.lowId);
    updateUnread(message.highId);
  });

  /** Lets all clients load their data again, not all at once. */
  function resynchronize(): void {
    const all = [...io.sockets.sockets.values()];
    const spreadMs = Math.min(nodeConstants.resynchronizeMs, all.length * 2);
    for (const socket of all) {
      setTimeout(() => socket.emit('resynchronize'), Math.random() * spreadMs).unref();
    }
  }

  function handleEvent(event: ReceivedEvent, { isRemote }: EventOrigin): void {
    switch (event.type) {
      case 'messages-sent':
        for (const message of event.messages) messages.send(message);
        return;
      case 'messages-stored':
        for (const message of event.messages) messages.sendStored(message);
        return;
      case 'typing': {
        // The node of the sender has sent it to its own connections.
        const { conversationId, sender, userIds } = event;
        const [a, b] = userIds;
        if (isRemote && a && b) io.to(pairRoom(a, b)).emit('typing', { conversationId, sender });
        return;
      }
      case 'resynchronize':
        resynchronize();
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
      case 'trades-changed':
        sendChange(event.userIds, { trades: true });
        for (const userId of event.userIds) updateUnread(userId);
        return;
      case 'notified': {
        const change: ChangedData = event.balanceChanged ? { balance: true } : {};
        if (event.kinds.length > 0) addNews(event.userId, event.kinds, change);
        else sendChange([event.userId], change);
        return;
      }
      case 'unread-changed':
        sendChange([event.userId], { notices: true });
        updateUnread(event.userId);
        return;
      case 'status-changed':
        statuses.add(event.userId);
        return;
      case 'privacy-changed':
        recheckPresence(event.userId);
        changedPrivacy.add(event.userId);
        return;
    }
  }

  const stopListening = events.listen(handleEvent);
  return {
    updateUnread,
    async stop() {
      stopListening();
      await Promise.all([unread.stop(), statuses.stop(), changedPrivacy.stop(), messages.stop()]);
    },
  };
}
