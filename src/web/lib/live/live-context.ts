import { createContext, useContext } from 'react';
import type { Socket } from 'socket.io-client';
import type {
  ChatMessage,
  ClientEvents,
  ServerEvents,
  Unread,
} from '#shared/schemas/socket-events.ts';

/**
 * A socket request that failed. `message` is the text for the user. `code` is the server's error code, or
 * `unreachable` when the server did not answer.
 */
export class LiveError extends Error {
  readonly code: string;

  constructor(code: string, text = 'The server cannot be reached at the moment.') {
    super(text);
    this.code = code;
  }
}

/** The callbacks of a screen that shows a conversation. */
export interface ConversationFollower {
  /** The reader's own username and that of the friend. */
  me: string;
  friend: string;
  /** The number of the last message on the screen; 0 when there is no message. */
  after: number;
  /** Receives the later messages: each message once, in the order of their numbers. */
  onMessages(messages: ChatMessage[]): void;
  /** The friend is typing. Called again every few seconds while that lasts. */
  onTyping?(): void;
  /** The conversation was joined, also after a reconnect. `read` is the reader's own read mark. */
  onJoined?(joined: { conversationId: string; lastNumber: number; read: number }): void;
  /** The server no longer lets the reader join, for example because the friendship has ended. */
  onRejected?(error: LiveError): void;
}

export interface FollowedConversation {
  /**
   * Sends a message and resolves when the server has stored it. Temporary failures are retried for 30
   * seconds with the same id. A stored message also arrives through `onMessages`.
   * @throws LiveError when it could not be sent; a later attempt must use the same id.
   */
  send(message: { id: string; text: string }): Promise<ChatMessage>;
  typing(): void;
  /** Reports that the messages with the numbers `from` to `to`, both included, were seen. */
  read(from: number, to: number): void;
  stop(): void;
}

export interface LiveChat {
  /** Follows a conversation. Missed messages and reconnects are handled here; screens do nothing for them. */
  follow(follower: ConversationFollower): FollowedConversation;
}

export interface Live {
  /** Whether the socket is connected. */
  connected: boolean;
  /** The unread counts that arrived last; null before the first ones and after the page was loaded again. */
  unread: Unread | null;
  /** Calls `handler` for each event of this name from the server. Returns a function that unsubscribes. */
  subscribe<Name extends keyof ServerEvents>(
    event: Name,
    handler: (value: Parameters<ServerEvents[Name]>[0]) => void,
  ): () => void;
  chat: LiveChat;
}

/** The socket; the hub gives types to its events. */
export type LiveSocket = Socket;

/** Connects the screens of a tab with its socket. It exists before the socket does. */
export interface LiveHub extends Pick<Live, 'subscribe' | 'chat'> {
  /** Sends a request and waits for the answer. @throws LiveError on an error or without an answer in 10 s. */
  request<Name extends RequestEvent>(
    event: Name,
    payload: Payload<Name>,
  ): Promise<ResponseTo<Name>>;
  /** Sends an event that has no answer. Without a connection it is dropped. */
  emit(event: 'typing' | 'read', payload: Payload<'typing'> | Payload<'read'>): void;
  isConnected(): boolean;
  /** Lets every screen load again what can change. */
  markAllChanged(): void;
  /** Calls `handler` at each new connection. Returns a function that unsubscribes. */
  onConnect(handler: () => void): () => void;
  /** Makes `socket` the one of the tab. Returns a function that detaches and disconnects it. */
  attachSocket(socket: LiveSocket): () => void;
}

export type RequestEvent = 'join' | 'message' | 'missed';
export type Payload<Name extends keyof ClientEvents> = Parameters<ClientEvents[Name]>[0];
export type Ack<Name extends RequestEvent> = NonNullable<Parameters<ClientEvents[Name]>[1]>;
export type ResponseTo<Name extends RequestEvent> = Extract<Parameters<Ack<Name>>[0], { ok: true }>;

/** For visitors, who have no socket. */
export const disconnectedLive: Live = {
  connected: false,
  unread: null,
  subscribe: () => () => undefined,
  chat: {
    follow: () => ({
      send: () => Promise.reject(new LiveError('unreachable')),
      typing: () => undefined,
      read: () => undefined,
      stop: () => undefined,
    }),
  },
};

export const LiveContext = createContext<Live>(disconnectedLive);

/** Returns the live connection of this tab: its state, events and chat. */
export function useLive(): Live {
  return useContext(LiveContext);
}
