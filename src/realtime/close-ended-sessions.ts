import { listValidSessions } from '#domain/accounts/sessions/list-valid-sessions.ts';
import { isPartOn } from '#domain/site/site-parts.ts';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import {
  type Io,
  type LiveSocket,
  type SocketServerOptions,
  sessionRoom,
  userRoom,
} from './socket-types.ts';

/**
 * Closes connections whose session has ended, and those of third-party clients when the Realm API is switched off: at
 * once if a node did it, and within 30 seconds if a session expired or the event of another node was lost.
 */
export function closeEndedSessions(io: Io, options: SocketServerOptions) {
  const { db, clock, events, log } = options;
  let endedCount = 0;

  async function check(sockets: Iterable<LiveSocket>): Promise<void> {
    const checked = [...sockets];
    if (checked.length === 0) return;
    const ids = new Set(checked.map((socket) => socket.data.actor.sessionId));
    const isApiOff =
      checked.some(({ data }) => data.isOfApi) && !(await isPartOn(options, 'realmApi'));
    const validIds = await listValidSessions(db, [...ids], clock.now());
    for (const socket of checked) {
      const { actor, isOfApi } = socket.data;
      if (!validIds.has(actor.sessionId) || (isOfApi && isApiOff)) closeSocket(socket);
    }
  }

  const logFailure = (error: unknown) =>
    log.warn({ err: error }, 'the sessions of sockets could not be checked');
  let checking: Promise<void> | null = null;
  function checkAll(): void {
    checking ??= check(io.sockets.sockets.values())
      .catch(logFailure)
      .finally(() => {
        checking = null;
      });
  }
  const timer = setInterval(checkAll, socketConstants.sessionCheckMs);

  const stopListening = events.listen((event) => {
    if (event.type === 'sessions-ended') {
      endedCount += 1;
      for (const sessionId of event.sessionIds) {
        for (const socket of listSockets(io, sessionRoom(sessionId))) closeSocket(socket);
      }
    } else if (event.type === 'account-ended') {
      endedCount += 1;
      for (const socket of listSockets(io, userRoom(event.userId))) {
        if (socket.data.actor.sessionId !== event.except) closeSocket(socket);
      }
    } else if (event.type === 'site-changed') {
      // A handshake may have read the setting before.
      endedCount += 1;
      const ofApi = [...io.sockets.sockets.values()].filter(({ data }) => data.isOfApi);
      void check(ofApi).catch(logFailure);
    } else if (event.type === 'resynchronize') {
      endedCount += 1;
      checkAll();
    }
  });

  return {
    /** How often sessions ended on any node. If it grew, a session that was read before may have ended. */
    countEndings: () => endedCount,
    /** Checks the session of a connection again. */
    recheck: (socket: LiveSocket) => void check([socket]).catch(logFailure),
    async stop(): Promise<void> {
      clearInterval(timer);
      stopListening();
      await checking;
    },
  };
}

function listSockets(io: Io, room: string): LiveSocket[] {
  return [...(io.sockets.adapter.rooms.get(room) ?? [])].flatMap(
    (id) => io.sockets.sockets.get(id) ?? [],
  );
}

function closeSocket(socket: LiveSocket): void {
  socket.emit('ended');
  socket.disconnect(true);
}
