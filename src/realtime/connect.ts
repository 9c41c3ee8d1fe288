import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { socket as limits } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import { watchArrivals } from './arrivals.ts';
import type { Connection, DoorParts, Io, LiveSocket } from './door.ts';
import { sessionRoom, userRoom } from './door.ts';
import { watchPresence } from './presence.ts';
import { startPublishing } from './publish.ts';
import { refuse } from './refusal.ts';
import { watchSessions } from './sessions.ts';

export interface SocketDoor {
  /** Listens at `socket.path` of a server, before what that does with its requests. */
  attach(http: HttpServer): void;
  /** Cuts all connections and stops what goes on by the clock; clients connect anew by themselves. */
  close(): Promise<void>;
}

/**
 * Nobody else listens for the error of a connection that breaks while its session is read, which would
 * end the whole process.
 */
function ignore(): void {}

/** Whoever goes on at more than this share of what is allowed is cut. */
const patience = 10;

/** Opens the socket door; it listens once it is attached to a server. */
export function openSocketDoor(parts: DoorParts): SocketDoor {
  const io: Io = new Server({
    path: limits.path,
    serveClient: false,
    transports: ['polling', 'websocket'],
    maxHttpBufferSize: limits.payloadMaxBytes,
    perMessageDeflate: false,
    connectTimeout: parts.connectMs ?? limits.connectMs,
    ...(parts.corsOrigins.length > 0 && {
      cors: { origin: [...parts.corsOrigins], credentials: true },
    }),
    destroyUpgrade: parts.destroyUpgrade,
    allowRequest: (request, answer) => {
      const refusal = closing ? Promise.resolve('stopping') : arrivals.admit(request);
      void refusal.then((refused) => answer(refused, refused === null));
    },
  });
  const sessions = watchSessions(io, parts);
  const arrivals = watchArrivals(parts, sessions.endings);
  const presence = watchPresence(parts);
  const stopPublishing = startPublishing(io, parts);
  let closing = false;

  io.use((socket, next) => {
    void arrivals.prove(socket).then((refused) => {
      if (refused === null) return next();
      // Who hears no reason comes again by itself; who was told one does not.
      if (refused === 'failed') socket.conn.close();
      next(new Error(refused));
      setImmediate(() => socket.conn.close());
    });
  });

  io.on('connection', (socket) => {
    const arrival = arrivals.of(socket);
    if (!arrival) {
      socket.disconnect(true);
      return;
    }
    const { actor, address, origin, endings } = arrival;
    socket.data = {
      actor,
      facts: { address, origin },
      joined: null,
      joining: null,
      events: 0,
      windowEnds: 0,
      letGo: presence.arrive(actor),
    } satisfies Connection;
    void socket.join([userRoom(actor.id), sessionRoom(actor.sessionId)]);
    socket.once('disconnect', () => socket.data.letGo());
    socket.onAny((event: string, ...args: unknown[]) => void receive(socket, event, args));
    // Its session may have ended while it was on its way.
    if (sessions.endings() !== endings) sessions.recheck(socket);
  });

  async function receive(socket: LiveSocket, event: string, args: unknown[]): Promise<void> {
    const last = args.at(-1);
    const answer = typeof last === 'function' ? last : null;
    try {
      takeEvent(socket, parts.eventsPerWindow ?? limits.eventsPerWindow);
      const events = await parts.chatEvents();
      if (!Object.hasOwn(events, event)) return;
      const { actor, facts } = socket.data;
      const ctx = parts.ctxOf({ ...facts, id: randomUUID(), userAgent: null }, actor);
      const run = events[event as keyof typeof events];
      const done = await parts.run(() => run({ ctx, socket }, args[0]));
      answer?.({ ok: true, ...done });
    } catch (error) {
      answer?.(refuse(error, parts.log, event));
    }
  }

  return {
    attach(http) {
      io.attach(http);
      http.prependListener('upgrade', (_request, socket) => socket.on('error', ignore));
      io.engine.prependListener('connection', arrivals.meet);
    },
    async close() {
      closing = true;
      await Promise.all([stopPublishing(), sessions.stop(), presence.stop()]);
      io.engine?.close();
      for (const socket of io.sockets.sockets.values()) socket.data.letGo();
    },
  };
}

/** @throws Refusal `rate-limited`; who does not stop then is cut. */
function takeEvent(socket: LiveSocket, perWindow: number): void {
  const { data } = socket;
  const now = performance.now();
  if (now >= data.windowEnds) {
    data.windowEnds = now + limits.eventsWindowMs;
    data.events = 0;
  }
  data.events += 1;
  if (data.events > perWindow * patience) socket.disconnect(true);
  if (data.events > perWindow) {
    throw new Refusal('rate-limited', { retryAfterMs: data.windowEnds - now });
  }
}
