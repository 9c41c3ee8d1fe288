import type { Socket } from 'socket.io-client';
import type { ClientEvents } from '#shared/schemas/socket-events.ts';
import type { Live } from './live-context.ts';

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
