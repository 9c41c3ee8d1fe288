import { listValidSessions } from '#domain/accounts/sessions/list-valid-sessions.ts';
import { socketConstants } from '#shared/constants/sockets.ts';
import {
  type Io,
  type LiveSocket,
  type SocketServerOptions,
  sessionRoom,
  userRoom,
} from './socket-types.ts';

/**
 * Cuts connections whose session is over: at once when this node ended it, and within half a minute
 * when it expired or ended on another.
 */
export function closeEndedSessions(io: Io, { db, clock, events, log }: SocketServerOptions) {
  let endings = 0;

  async function look(sockets: Iterable<LiveSocket>): Promise<void> {
    const looked = [...sockets];
    if (looked.length === 0) return;
    const ids = new Set(looked.map((socket) => socket.data.actor.sessionId));
    const live = await listValidSessions(db, [...ids], clock.now());
    for (const socket of looked) if (!live.has(socket.data.actor.sessionId)) end(socket);
  }

  const failed = (error: unknown) =>
    log.warn({ err: error }, 'whether sessions hold could not be looked up');
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= look(io.sockets.sockets.values())
      .catch(failed)
      .finally(() => {
        looking = null;
      });
  }, socketConstants.sessionsEveryMs);

  const stopListening = events.listen((event) => {
    if (event.type === 'sessions-ended') {
      endings += 1;
      for (const sessionId of event.sessionIds) {
        for (const socket of socketsIn(io, sessionRoom(sessionId))) end(socket);
      }
    } else if (event.type === 'account-ended') {
      endings += 1;
      for (const socket of socketsIn(io, userRoom(event.userId))) {
        if (socket.data.actor.sessionId !== event.except) end(socket);
      }
    }
  });

  return {
    /** How many times sessions ended here: what was read of one before it grew may be out of date. */
    endings: () => endings,
    /** Looks a connection's session up anew. */
    recheck: (socket: LiveSocket) => void look([socket]).catch(failed),
    async stop(): Promise<void> {
      clearInterval(timer);
      stopListening();
      await looking;
    },
  };
}

function socketsIn(io: Io, room: string): LiveSocket[] {
  return [...(io.sockets.adapter.rooms.get(room) ?? [])].flatMap(
    (id) => io.sockets.sockets.get(id) ?? [],
  );
}

function end(socket: LiveSocket): void {
  socket.emit('ended');
  socket.disconnect(true);
}
