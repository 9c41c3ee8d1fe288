import type { NotificationKind } from '../constants/notifications/notification-kinds.ts';

/** A chat message as clients get it. */
export interface ChatMessage {
  conversationId: string;
  /** 1, 2, 3 … within the conversation, without a gap. */
  number: number;
  /** The UUID that the sending client chose. */
  id: string;
  /** Username as typed. */
  sender: string;
  text: string;
  /** ISO 8601. */
  sentAt: string;
}

/** The unread counts of a player, up to 100. */
export interface Unread {
  /** Friend requests and notifications. */
  notices: number;
  messages: number;
  /** Trade offers that wait for an answer. */
  offers: number;
}

/** Kinds of data that changed. */
export interface ChangedData {
  friends?: true;
  notices?: true;
  balance?: true;
  status?: true;
  trades?: true;
}

/** The acknowledgement of an event: its result, or an error with its text. */
export type SocketReply<Value> =
  | ({ ok: true } & Value)
  | { ok: false; code: string; error: string };

/** Events from the server. `message` is from the specification; the others are our own. */
export interface ServerEvents {
  message(message: ChatMessage): void;
  typing(typing: { conversationId: string; sender: string }): void;
  /** The unread counts: after a connection, and after each change without `news`. */
  unread(unread: Unread): void;
  /** Data changed. Pages that show it must reload it. */
  changed(what: ChangedData): void;
  /** New notifications, to be shown on any page, with what `unread` and `changed` would send. */
  news(news: { kinds: NotificationKind[]; unread: Unread; changed: ChangedData }): void;
  /** Events may be lost. Pages reload everything, as after a new connection. */
  resynchronize(): void;
  /** The session has ended; the connection closes. */
  ended(): void;
}

type Ack<Value extends object = object> = (answer: SocketReply<Value>) => void;

/** Events from clients, with optional acknowledgement. `join` and `message` are from the specification. */
export interface ClientEvents {
  /** Opens a conversation. One of the usernames is the actor's own; the server chooses the room. */
  join(
    pair: { user1: string; user2: string },
    ack?: Ack<{ conversationId: string; lastNumber: number; read: number }>,
  ): void;
  /**
   * Sends a message to the given conversation, else to the one joined last. It is acknowledged when it is
   * stored. `sender` is ignored. Without an id the server generates one, and a repetition is a new message.
   */
  message(
    message: { text: string; sender?: string; id?: string; conversationId?: string },
    ack?: Ack<{ message: ChatMessage }>,
  ): void;
  /**
   * Requests the messages after a number: at most 200, with 128 KB of text. Clients send it after a gap, a
   * new connection or a long silence, and repeat it until they have `lastNumber`.
   */
  missed(
    missed: { conversationId: string; after: number },
    ack: Ack<{ messages: ChatMessage[]; lastNumber: number }>,
  ): void;
  /** Shows the typing indicator to everyone who has the conversation open. */
  typing(typing: { conversationId: string }): void;
  /** Marks messages as read: from `from`, by default the first, up to `number`. */
  read(read: { conversationId: string; from?: number; number: number }): void;
}
