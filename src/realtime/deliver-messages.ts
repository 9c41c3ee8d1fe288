import { LRUCache } from 'lru-cache';
import { listStoredMessages } from '#domain/chat/stored-messages.ts';
import type { SentMessage, StoredMessage } from '#domain/events.ts';
import { chatConstants } from '#shared/constants/chat.ts';
import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import { createBatchCollector } from './batch-collector.ts';
import {
  type Io,
  type JoinedConversation,
  type SocketServerOptions,
  userRoom,
} from './socket-types.ts';

/** For so many conversations the numbers that were sent are known. */
const conversationsMax = 10_000;
/** How long messages of other nodes are collected before they are read, in milliseconds. */
const batchMs = 5;

/** A message as both people get it: without the ids of accounts. */
export function toChatMessage(message: SentMessage): ChatMessage {
  const { conversationId, number, id, sender, text, sentAt } = message;
  return { conversationId, number, id, sender, text, sentAt: sentAt.toISOString() };
}

interface Numbers {
  /** The number of the last message that was sent to the connections. */
  sent: number;
  /** The highest number that exists. It is above `sent` while messages are read. */
  known: number;
}

/**
 * Sends messages to both accounts of a conversation in the order of their numbers, on whichever node they were
 * written. A message that follows the last one is sent at once. Otherwise those from the last one on are read from the
 * database, if one of the accounts has a connection here. What is still missing, clients request with `missed`.
 */
export function createMessageSender(
  io: Io,
  { db, log }: SocketServerOptions,
  onSent: (message: StoredMessage) => void,
) {
  const conversations = new LRUCache<string, Numbers>({ max: conversationsMax });
  const isConnected = (userId: string) => io.sockets.adapter.rooms.has(userRoom(userId));

  function emit(message: SentMessage): void {
    const numbers = conversations.get(message.conversationId);
    if (!numbers || message.number <= numbers.sent) return;
    numbers.sent = message.number;
    const rooms = [userRoom(message.lowId), userRoom(message.highId)];
    io.to(rooms).emit('message', toChatMessage(message));
    for (const joined of listJoined(message)) {
      joined.lastNumber = Math.max(joined.lastNumber, message.number);
    }
    onSent(message);
  }

  /** The open conversation of each connection that has it. */
  function listJoined({ conversationId, lowId, highId }: StoredMessage): JoinedConversation[] {
    return [lowId, highId].flatMap((userId) =>
      [...(io.sockets.adapter.rooms.get(userRoom(userId)) ?? [])].flatMap(
        (socketId) => io.sockets.sockets.get(socketId)?.data.joined?.get(conversationId) ?? [],
      ),
    );
  }

  const reading = createBatchCollector(
    { ms: batchMs, log, subject: 'messages of other nodes' },
    async (ids) => {
      const ranges = ids.flatMap((conversationId) => {
        const numbers = conversations.get(conversationId);
        if (!numbers) return [];
        const { sent, known: to } = numbers;
        // One read has a limit.
        return [{ conversationId, after: Math.max(sent, to - chatConstants.missedMax), to }];
      });
      for (const message of await listStoredMessages(db, ranges)) emit(message);
      for (const { conversationId, to } of ranges) {
        const numbers = conversations.get(conversationId);
        if (!numbers) continue;
        numbers.sent = Math.max(numbers.sent, to);
        if (numbers.known > numbers.sent) reading.add(conversationId);
      }
    },
  );

  /** The numbers of a conversation, with this message as known. At first, a connection has those from its join on. */
  function addKnown(message: StoredMessage): Numbers {
    const { conversationId, number } = message;
    let numbers = conversations.get(conversationId);
    if (!numbers) {
      const joinedAt = listJoined(message).map((joined) => joined.lastNumber);
      const sent = Math.min(number - 1, ...joinedAt);
      numbers = { sent, known: sent };
      conversations.set(conversationId, numbers);
    }
    numbers.known = Math.max(numbers.known, number);
    return numbers;
  }

  return {
    /** Sends a message that this node has written. */
    send(message: SentMessage): void {
      const { sent, known } = addKnown(message);
      if (message.number === sent + 1 && known === message.number) emit(message);
      else if (message.number > sent) reading.add(message.conversationId);
    },
    /** Sends a message that another node has written. */
    sendStored(message: StoredMessage): void {
      if (!isConnected(message.lowId) && !isConnected(message.highId)) {
        // What nobody here has seen must not be sent later.
        conversations.delete(message.conversationId);
        return;
      }
      if (message.number > addKnown(message).sent) reading.add(message.conversationId);
    },
    stop: () => reading.stop(),
  };
}
