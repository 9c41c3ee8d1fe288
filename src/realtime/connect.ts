import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { createGates } from '#domain/catalogue/gate.ts';
import { socket as limits } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import { watchArrivals } from './arrivals.ts';
import { countInWindow } from './count-in-window.ts';
import type { Connection, DoorParts, Io, LiveSocket } from './door.ts';
import { sessionRoom, userRoom } from './door.ts';
import { watchPresence } from './presence.ts';
import { startPublishing } from './publish.ts';
import { refuse } from './refusal.ts';
import { watchSessions } from './sessions.ts';
import { cutConnection, watchUnsent } from './unsent.ts';
import { BoundedWebSocketServer } from './web-socket-server.ts';

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

const tooMany = Symbol('too many');

/** Opens the socket door; it listens once it is attached to a server. */
export function openSocketDoor(parts: DoorParts): SocketDoor {
  const io: Io = new Server({
    path: limits.path,
    serveClient: false,
    transports: ['polling', 'websocket'],
    maxHttpBufferSize: limits.payloadMaxBytes,
    perMessageDeflate: false,
    wsEngine: BoundedWebSocketServer,
    pingInterval: limits.pingEveryMs,
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
  const unsent = watchUnsent();
  const inTurn = createGates({
    atOnce: limits.eventsAtOnce,
    waitingMax: limits.eventsWaitingMax,
  });
  const perWindow = parts.eventsPerWindow ?? limits.eventsPerWindow;
  let closing = false;

  /** Bounds what a connection sends, of any kind, and what it does not read. */
  function bound(raw: LiveSocket['conn']): void {
    if (raw.readyState !== 'open') return;
    const count = countInWindow(limits.eventsWindowMs);
    unsent.watch(raw);
    raw.on('packet', () => {
      if (count() > perWindow * patience) cutConnection(raw);
    });
  }

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
    unsent.assign(socket.conn, actor.id);
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
      takeEvent(socket, perWindow);
      const events = await parts.chatEvents();
      if (!Object.hasOwn(events, event)) return;
      const { actor, facts } = socket.data;
      const ctx = parts.ctxOf({ ...facts, id: randomUUID(), userAgent: null }, actor);
      await ctx.limits.take('socket-events-by-account', actor.id);
      const run = events[event as keyof typeof events];
      const work = () => parts.run(() => run({ ctx, socket }, args[0]));
      const done = await inTurn(actor.id, work, tooMany);
      if (done === tooMany) throw new Refusal('rate-limited');
      answer?.({ ok: true, ...done });
    } catch (error) {
      answer?.(refuse(error, parts.log, event));
    }
  }

  return {
    attach(http) {
      io.attach(http);
      http.prependListener('upgrade', (_request, socket) => socket.on('error', ignore));
      io.engine.prependListener('connection', bound);
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

/** @throws Refusal `rate-limited`. */
function takeEvent(socket: LiveSocket, perWindow: number): void {
  const { data } = socket;
  const now = performance.now();
  if (now >= data.windowEnds) {
    data.windowEnds = now + limits.eventsWindowMs;
    data.events = 0;
  }
  data.events += 1;
  if (data.events > perWindow) {
    throw new Refusal('rate-limited', { retryAfterMs: data.windowEnds - now });
  }
}
