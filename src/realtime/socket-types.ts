import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'socket.io';
import type { Actor, RequestFacts } from '#domain/base-context.ts';
import type { Ctx } from '#domain/context.ts';
import type { DomainEvent } from '#domain/events.ts';
import type { ClientEvents, ServerEvents } from '#shared/schemas/socket-events.ts';

/** What the socket door needs of the server that it is part of. */
export interface SocketServerOptions
  extends Pick<Ctx, 'db' | 'secret' | 'clock' | 'presence' | 'rateLimiter' | 'log'> {
  events: {
    publish(event: DomainEvent): void;
    listen(on: (event: DomainEvent) => void): () => void;
  };
  /** Whose pages may connect beside our own, by loginId alone. */
  corsOrigins: readonly string[];
  /** Scheme and host of our own pages, as the request came to them. */
  originOf(request: IncomingMessage): string;
  /** The client's address, as `RequestFacts` has it. */
  addressOf(request: IncomingMessage): string;
  /** The context of one event. */
  ctxOf(request: RequestFacts, actor: Actor): Ctx;
  /** What is done at an event: looked up at each, as a development server changes it. */
  chatEvents(): ChatEvents | Promise<ChatEvents>;
  /** Does `work` and counts it, so that a stop can wait for its end. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Events of one connection per `socket.eventsWindowMs`. */
  eventsPerWindow?: number;
  /** How long a connection may be nobody's, in milliseconds. */
  connectMs?: number;
  /** Whether upgrades to other paths of the server are cut; not where somebody else answers them. */
  destroyUpgrade?: boolean;
}

/** A conversation that a connection has open. */
export interface Joined {
  friendId: string;
  room: string;
  /** When the friendship was last found to hold, in ms since 1970. */
  checkedAt: number;
}

/** What is known of a connection; all of it the server's own knowledge. */
export interface Connection {
  actor: Actor;
  facts: Pick<RequestFacts, 'address' | 'origin'>;
  /** By conversation; the one joined last is the last. */
  joined: Map<string, Joined> | null;
  /** Ends with the conversation that is being opened. */
  joining: Promise<void> | null;
  /** Events in the present window, which ends at that time of the process. */
  events: number;
  windowEnds: number;
  letGo(): void;
}

type None = Record<string, never>;
export type Io = Server<ClientEvents, ServerEvents, None, Connection>;
export type LiveSocket = Socket<ClientEvents, ServerEvents, None, Connection>;

/** Who sent an event: the context of its session's account, and the connection. */
export interface Sender {
  ctx: Ctx;
  socket: LiveSocket;
}

/** Does what an event asks for and answers what its acknowledgement carries. @throws Refusal */
export type ChatEvent = (sender: Sender, payload: unknown) => Promise<object>;

export type ChatEvents = Record<keyof ClientEvents, ChatEvent>;

export const userRoom = (userId: string) => `user:${userId}`;
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;

/** The room of a pair: named by the server from both ids, in order. */
export function pairRoom(a: string, b: string): string {
  return a < b ? `pair:${a}:${b}` : `pair:${b}:${a}`;
}
