import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'socket.io';
import type { Actor } from '#domain/actor.ts';
import type { RequestInfo } from '#domain/base-context.ts';
import type { Ctx } from '#domain/context.ts';
import type { DomainEvent, EventListener } from '#domain/events.ts';
import type { createConcurrencyLimiter } from '#domain/lib/concurrency-limiter.ts';
import type { ClientEvents, ServerEvents } from '#shared/schemas/socket-events.ts';
import type { WindowCounter } from './window-counter.ts';

/** What the socket server needs from the application. */
export interface SocketServerOptions
  extends Pick<Ctx, 'db' | 'keys' | 'clock' | 'accounts' | 'rateLimiter' | 'readCache' | 'log'> {
  events: {
    publish(event: DomainEvent): void;
    listen(listener: EventListener): () => void;
  };
  /** Other origins whose pages may connect, with a loginId only. */
  corsOrigins: readonly string[];
  /** Whether a request is for another site of this server, which has no sockets. */
  isForeignHost(request: IncomingMessage): boolean;
  /** The scheme and host of our own pages for this request. */
  getOrigin(request: IncomingMessage): string;
  /** The client's IP address, as in `RequestFacts`. */
  getAddress(request: IncomingMessage): string;
  /** The context of one event. */
  createCtx(request: RequestInfo, actor: Actor): Ctx;
  /** The event handlers. They are read at each event, because a development server replaces them. */
  getChatEvents(): ChatEventHandlers | Promise<ChatEventHandlers>;
  /** Runs `work` and counts it, so that a shutdown can wait for it. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Events of one connection per `socketConstants.eventsWindowMs`. */
  eventsPerWindow?: number;
  /** How long a connection may stay unauthenticated, in milliseconds. */
  connectMs?: number;
  /** Whether upgrades to other paths are rejected; false if another handler serves them. */
  destroyUpgrade?: boolean;
  /** Creates the ids of connections. With several processes they say which one has the connection. */
  createConnectionId?: () => string;
}

/** A conversation that a connection has open. */
export interface JoinedConversation {
  friendId: string;
  room: string;
  /** The number of the last message that the connection has: when it joined, then the highest sent to it. */
  lastNumber: number;
  /** When friendship and `showsTyping` were last read, in milliseconds since 1970. */
  checkedAt: number;
  /** Whether the friend may see that the account is typing, as of `checkedAt`. */
  showsTyping: boolean;
  /** When the other nodes last got a `typing` event, in milliseconds since 1970. */
  typedAt: number;
}

/** The data of a connection. None of it comes from the client's payloads. */
export interface Connection {
  actor: Actor;
  facts: Pick<RequestInfo, 'address' | 'origin'>;
  /** Whether it was authenticated by a loginId, which third-party clients have. */
  isOfApi: boolean;
  /** Open conversations by id; the one joined last is the last. */
  joined: Map<string, JoinedConversation> | null;
  /** Runs events one after the other, in the order in which they were sent. */
  runInOrder: ReturnType<typeof createConcurrencyLimiter>;
  countEvent: WindowCounter;
  releasePresence(): void;
}

type None = Record<string, never>;
export type Io = Server<ClientEvents, ServerEvents, None, Connection>;
export type LiveSocket = Socket<ClientEvents, ServerEvents, None, Connection>;

/** The sender of an event: a context with the session's account, and the connection. */
export interface Sender {
  ctx: Ctx;
  socket: LiveSocket;
}

/** Handles an event and returns the content of its acknowledgement. @throws AppError. */
export type ChatEventHandler = (sender: Sender, payload: unknown) => Promise<object>;

export type ChatEventHandlers = Record<keyof ClientEvents, ChatEventHandler>;

export const userRoom = (userId: string) => `user:${userId}`;
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;

/** The room of two accounts. Its name does not depend on their order. */
export function pairRoom(a: string, b: string): string {
  return a < b ? `pair:${a}:${b}` : `pair:${b}:${a}`;
}
