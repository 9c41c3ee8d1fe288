import type { NotificationKind } from '../constants/notification-kinds.ts';

/** A chat message on its way to a screen. */
export interface ChatMessage {
  conversationId: string;
  /** 1, 2, 3 … within the conversation, without a gap. */
  number: number;
  /** As the client that sent it named it: a UUID. */
  id: string;
  /** Username as typed. */
  sender: string;
  text: string;
  /** ISO 8601. */
  sentAt: string;
}

/** What a player has not looked at yet; counted up to 100. */
export interface Unread {
  /** Friend requests and notices. */
  notices: number;
  messages: number;
}

/** The answer to an event that asked for one: what it wanted, or why not, in words. */
export type Answer<Value> = ({ ok: true } & Value) | { ok: false; code: string; error: string };

/** What the server sends. `message` is the specification's; the others are ours. */
export interface ServerEvents {
  message(message: ChatMessage): void;
  typing(typing: { conversationId: string; sender: string }): void;
  /** The counts of the navigation, after each change. */
  unread(unread: Unread): void;
  /** What a screen shows may be another by now: those that show it read it anew. */
  changed(what: { friends?: true; notices?: true; balance?: true; status?: true }): void;
  /** Something to say at once, wherever the player is. */
  news(news: { kinds: NotificationKind[] }): void;
  /** The session is over; the connection ends with it. */
  ended(): void;
}

type Ack<Value extends object = object> = (answer: Answer<Value>) => void;

/** What a client sends; each may ask for an answer. `join` and `message` are the specification's. */
export interface ClientEvents {
  /** Two names, one of them one's own; the room is the server's to choose. */
  join(
    pair: { user1: string; user2: string },
    ack?: Ack<{ conversationId: string; lastNumber: number; read: number }>,
  ): void;
  /**
   * Says something in the conversation that is named, else in the one joined last; acknowledged once it
   * is kept. `sender` is not believed. Without an id the server makes one, and sending it again is
   * saying it again.
   */
  message(
    message: { text: string; sender?: string; id?: string; conversationId?: string },
    ack?: Ack<{ message: ChatMessage }>,
  ): void;
  /**
   * What came after a number, at most 200 and 128 KB of text: after a gap, a new connection, or a long silence. Whoever is
   * not at `lastNumber` then asks on.
   */
  missed(
    missed: { conversationId: string; after: number },
    ack: Ack<{ messages: ChatMessage[]; lastNumber: number }>,
  ): void;
  /** Shown to those who have the conversation open. */
  typing(typing: { conversationId: string }): void;
  /** The messages from `from`, else from the first, up to a number were seen. */
  read(read: { conversationId: string; from?: number; number: number }): void;
}
