import type { ChangedData, ServerEvents } from '#shared/schemas/socket-events.ts';
import { followConversation } from './follow-conversation.ts';
import {
  type Ack,
  LiveError,
  type LiveHub,
  type LiveSocket,
  type ResponseTo,
} from './live-context.ts';

type Handler = (value: unknown) => void;

/** After this time without an answer a request counts as failed. */
const answerTimeoutMs = 10_000;

const everything: ChangedData = {
  friends: true,
  notices: true,
  balance: true,
  status: true,
  trades: true,
};

/** Creates the hub of a tab: it connects the screens with the socket, which may be opened later. */
export function createLiveHub(): LiveHub {
  const handlers = new Map<string, Set<Handler>>();
  const connectHandlers = new Set<() => void>();
  let socket: LiveSocket | null = null;

  function dispatch(event: string, value: unknown): void {
    for (const handler of handlers.get(event) ?? []) handler(value);
  }

  const hub: LiveHub = {
    subscribe(event, handler) {
      const ownHandler: Handler = (value) => handler(value as Parameters<typeof handler>[0]);
      const eventHandlers = handlers.get(event) ?? new Set();
      handlers.set(event, eventHandlers.add(ownHandler));
      return () => void eventHandlers.delete(ownHandler);
    },
    async request(event, payload) {
      if (!socket?.connected) throw new LiveError('unreachable');
      let answer: Parameters<Ack<typeof event>>[0];
      try {
        answer = await socket.timeout(answerTimeoutMs).emitWithAck(event, payload);
      } catch {
        throw new LiveError('unreachable');
      }
      if (!answer.ok) throw new LiveError(answer.code, answer.error);
      return answer as ResponseTo<typeof event>;
    },
    emit(event, payload) {
      if (socket?.connected) socket.emit(event, payload);
    },
    isConnected: () => socket?.connected ?? false,
    markAllChanged: () => dispatch('changed', everything),
    onConnect(handler) {
      connectHandlers.add(handler);
      return () => void connectHandlers.delete(handler);
    },
    attachSocket(newSocket) {
      socket = newSocket;
      let wasConnected = false;
      const onConnected = () => {
        for (const handler of connectHandlers) handler();
        // Events were lost while the socket was disconnected: anything may have changed.
        if (wasConnected) hub.markAllChanged();
        wasConnected = true;
      };
      newSocket.on('connect', onConnected);
      newSocket.on('resynchronize', onConnected);
      newSocket.onAny(dispatch);
      const onNews = ({ unread, changed }: Parameters<ServerEvents['news']>[0]) => {
        dispatch('unread', unread);
        dispatch('changed', changed);
      };
      newSocket.on('news', onNews);
      return () => {
        newSocket.off('connect', onConnected);
        newSocket.off('resynchronize', onConnected);
        newSocket.off('news', onNews);
        newSocket.offAny(dispatch);
        newSocket.disconnect();
        if (socket === newSocket) socket = null;
      };
    },
    chat: { follow: (follower) => followConversation(hub, follower) },
  };
  return hub;
}
