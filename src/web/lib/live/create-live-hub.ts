import { LiveError } from '../live-context.ts';
import { followConversation } from './follow-conversation.ts';
import type { Ack, Answered, LiveHub, LiveSocket } from './live-hub.ts';

type Handler = (value: unknown) => void;

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
      if (!socket?.connected) throw new LiveError('unreachable');
      let answer: Parameters<Ack<typeof event>>[0];
      try {
        answer = await socket.timeout(answerMs).emitWithAck(event, payload);
      } catch {
        throw new LiveError('unreachable');
      }
      if (!answer.ok) throw new LiveError(answer.code, answer.error);
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
