import { createContext, useContext } from 'react';
import type { ChatMessage, ServerEvents, Unread } from '#shared/schemas/socket-events.ts';

/** Why the server did not do what was asked by socket, in words; `unreachable` when it did not answer. */
export class LiveError extends Error {
  readonly code: string;

  constructor(code: string, text = 'The server cannot be reached at the moment.') {
    super(text);
    this.code = code;
  }
}

/** What a screen that shows a conversation is told. */
export interface ConversationFollower {
  /** Both usernames; one of them one's own. */
  me: string;
  friend: string;
  /** The number of the last message that is on the screen; 0 for none. */
  after: number;
  /** What came after it: each message once, in the order of numbers. */
  onMessages(messages: ChatMessage[]): void;
  /** The friend is typing; said again every few seconds. */
  onTyping?(): void;
  /** The conversation is open, now or again; `read` is the number up to which one has read. */
  onJoined?(joined: { conversationId: string; lastNumber: number; read: number }): void;
  /** It cannot be followed any more, such as when the friend is none any more. */
  onRefused?(refusal: LiveError): void;
}

export interface FollowedConversation {
  /**
   * Sends a message and waits until it is kept; sent again by itself for half a minute, under the same
   * id. What is kept comes by `onMessages`, too. @throws LiveRefusal: sending it anew needs the same id.
   */
  send(message: { id: string; text: string }): Promise<ChatMessage>;
  typing(): void;
  /** The messages of these numbers, and all between them, were seen. */
  read(from: number, to: number): void;
  stop(): void;
}

export interface LiveChat {
  /**
   * Follows a conversation through gaps, new connections and silence; screens need nothing else.
   */
  follow(follower: ConversationFollower): FollowedConversation;
}

export interface Live {
  /** Whether the server is heard now. */
  connected: boolean;
  /** The counts as last told; null until they are, and after the page was loaded anew. */
  unread: Unread | null;
  /** Calls `handler` at each such event of the server; answers how to stop it. */
  subscribe<Name extends keyof ServerEvents>(
    event: Name,
    handler: (value: Parameters<ServerEvents[Name]>[0]) => void,
  ): () => void;
  chat: LiveChat;
}

/** What visitors have: nobody tells them anything. */
export const noLive: Live = {
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

export const LiveContext = createContext<Live>(noLive);

/** What is heard from the server while the page is open. */
export function useLive(): Live {
  return useContext(LiveContext);
}
