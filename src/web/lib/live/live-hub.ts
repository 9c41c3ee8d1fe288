import type { Socket } from 'socket.io-client';
import type { ClientEvents } from '#shared/schemas/socket-events.ts';
import type { Live } from '../live-context.ts';

/** What it sends and hears is typed by the hub. */
export type LiveSocket = Socket;

/** What passes between the screens of a tab and the socket that it has, or has not yet. */
export interface LiveHub extends Pick<Live, 'subscribe' | 'chat'> {
  /** Asks the server. @throws LiveRefusal when it refuses, or does not answer in time. */
  ask<Name extends Asked>(event: Name, payload: Payload<Name>): Promise<Answered<Name>>;
  /** Says something that needs no answer; not at all while nobody listens. */
  say(event: 'typing' | 'read', payload: Payload<'typing'> | Payload<'read'>): void;
  isConnected(): boolean;
  /** Calls `handler` at each new connection; answers how to stop it. */
  onConnect(handler: () => void): () => void;
  /** From now on `socket` is the tab's; answers how to leave it. */
  bind(socket: LiveSocket): () => void;
}

export type Asked = 'join' | 'message' | 'missed';
export type Payload<Name extends keyof ClientEvents> = Parameters<ClientEvents[Name]>[0];
export type Ack<Name extends Asked> = NonNullable<Parameters<ClientEvents[Name]>[1]>;
export type Answered<Name extends Asked> = Extract<Parameters<Ack<Name>>[0], { ok: true }>;
