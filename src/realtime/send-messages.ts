import { LRUCache } from 'lru-cache';
import { listStoredMessages } from '#domain/chat/list-stored-messages.ts';
import type { SentMessage, StoredMessage } from '#domain/events.ts';
import { chatConstants } from '#shared/constants/chat.ts';
import { createBatchCollector } from './batch-socket-updates.ts';
import { toChatMessage } from './serialize-message.ts';
import {
  type Io,
  type JoinedConversation,
  type SocketServerOptions,
  userRoom,
} from './socket-types.ts';

/** The conversations whose last numbers are known. */
const conversationsMax = 10_000;
/** How long messages of other nodes are collected before they are read, in milliseconds. */
const batchMs = 5;

interface SentNumbers {
  /** The numbers from `first` to `last` were sent to the connections. */
  first: number;
  last: number;
  /** The highest number that exists; above `last` while messages are read. */
  known: number;
  /** Numbers before `first` that were written before it, and whose event was late. */
  late: number[];
}

/**
 * Sends messages to both accounts of a conversation in the order of their numbers, on whichever node they were
 * written. Messages of other nodes are read from the database, if one of the accounts has a connection here.
 */
export function createMessageSender(
  io: Io,
  { db, log }: SocketServerOptions,
  onSent: (message: StoredMessage) => void,
) {
  const conversations = new LRUCache<string, SentNumbers>({ max: conversationsMax });
  const isConnected = (userId: string) => io.sockets.adapter.rooms.has(userRoom(userId));

  function emit(message: SentMessage): void {
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
        const late = numbers.late.splice(0).map((to) => ({ conversationId, after: to - 1, to }));
        if (numbers.known === numbers.last) return late;
        // One read has a limit. A page requests itself what is before these.
        const after = Math.max(numbers.last, numbers.known - chatConstants.missedMax);
        return [...late, { conversationId, after, to: numbers.known }];
      });
      try {
        for (const message of await listStoredMessages(db, ranges)) {
          const numbers = conversations.get(message.conversationId);
          if (!numbers) continue;
          if (message.number >= numbers.first && message.number <= numbers.last) continue;
          numbers.last = Math.max(numbers.last, message.number);
          emit(message);
        }
      } finally {
        // Clients request what is missing: a page sees the gap at the next message.
        for (const { conversationId, to } of ranges) {
          const numbers = conversations.get(conversationId);
          if (!numbers) continue;
          numbers.last = Math.max(numbers.last, to);
          if (numbers.known > numbers.last) reading.add(conversationId);
        }
      }
    },
  );

  function read(numbers: SentNumbers, { conversationId, number }: StoredMessage): void {
    numbers.known = Math.max(numbers.known, number);
    reading.add(conversationId);
  }

  /** The numbers that were sent. At first, those that a connection of the conversation got when it joined. */
  function getNumbers(message: StoredMessage): SentNumbers {
    const { conversationId, number } = message;
    const existing = conversations.get(conversationId);
    if (existing) return existing;
    const last = Math.min(number - 1, ...listJoined(message).map((joined) => joined.lastNumber));
    const numbers = { first: last + 1, last, known: last, late: [] };
    conversations.set(conversationId, numbers);
    return numbers;
  }

  return {
    /** Sends a message that this node has written. */
    send(message: SentMessage): void {
      const numbers = getNumbers(message);
      const { number } = message;
      if (number >= numbers.first && number <= numbers.last) return;
      if (number > numbers.last + 1 || numbers.known > numbers.last) {
        read(numbers, message);
        return;
      }
      if (number > numbers.last) {
        numbers.last = number;
        numbers.known = number;
      }
      emit(message);
    },
    /** Sends a message that another node has written. */
    sendStored(message: StoredMessage): void {
      if (!isConnected(message.lowId) && !isConnected(message.highId)) {
        // A gap that nobody here has seen must not be filled later.
        conversations.delete(message.conversationId);
        return;
      }
      const numbers = getNumbers(message);
      if (message.number < numbers.first) numbers.late.push(message.number);
      if (message.number > numbers.last || message.number < numbers.first) read(numbers, message);
    },
    stop: () => reading.stop(),
  };
}
