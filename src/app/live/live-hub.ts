import type { Socket } from 'socket.io-client';
import type { ClientEvents } from '#shared/socket-events.ts';
import type { Live } from '../components/live-context.ts';
import { LiveRefusal } from '../components/live-context.ts';
import { followConversation } from './follow-conversation.ts';

/** What it sends and hears is typed by the hub. */
export type LiveSocket = Socket;
type Handler = (value: unknown) => void;

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

type Asked = 'join' | 'message' | 'missed';
type Payload<Name extends keyof ClientEvents> = Parameters<ClientEvents[Name]>[0];
type Ack<Name extends Asked> = NonNullable<Parameters<ClientEvents[Name]>[1]>;
type Answered<Name extends Asked> = Extract<Parameters<Ack<Name>>[0], { ok: true }>;

/** An answer that takes longer is none. */
const answerMs = 10_000;

export function createLiveHub(): LiveHub {
  const handlers = new Map<string, Set<Handler>>();
  const connectHandlers = new Set<() => void>();
  let socket: LiveSocket | null = null;

  function tell(event: string, value: unknown): void {
    for (const handler of handlers.get(event) ?? []) handler(value);
  }

  const hub: LiveHub = {
    subscribe(event, handler) {
      const own: Handler = (value) => handler(value as Parameters<typeof handler>[0]);
      const all = handlers.get(event) ?? new Set();
      handlers.set(event, all.add(own));
      return () => void all.delete(own);
    },
    async ask(event, payload) {
      if (!socket?.connected) throw new LiveRefusal('unreachable');
      let answer: Parameters<Ack<typeof event>>[0];
      try {
        answer = await socket.timeout(answerMs).emitWithAck(event, payload);
      } catch {
        throw new LiveRefusal('unreachable');
      }
      if (!answer.ok) throw new LiveRefusal(answer.code, answer.error);
      return answer as Answered<typeof event>;
    },
    say(event, payload) {
      if (socket?.connected) socket.emit(event, payload);
    },
    isConnected: () => socket?.connected ?? false,
    onConnect(handler) {
      connectHandlers.add(handler);
      return () => void connectHandlers.delete(handler);
    },
    bind(bound) {
      socket = bound;
      let wasConnected = false;
      const connected = () => {
        for (const handler of connectHandlers) handler();
        // Whatever changed while nobody listened was not told.
        const everything = { friends: true, notices: true, balance: true, status: true } as const;
        if (wasConnected) tell('changed', everything);
        wasConnected = true;
      };
      bound.on('connect', connected);
      bound.onAny(tell);
      return () => {
        bound.off('connect', connected);
        bound.offAny(tell);
        bound.disconnect();
        if (socket === bound) socket = null;
      };
    },
    chat: { follow: (follower) => followConversation(hub, follower) },
  };
  return hub;
}
