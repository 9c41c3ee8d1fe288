import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { createConcurrencyLimiters } from '#domain/lib/concurrency-limiter.ts';
import { socketConstants } from '#shared/constants/sockets.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { BoundedWebSocketServer } from './bounded-web-socket-server.ts';
import { closeEndedSessions } from './close-ended-sessions.ts';
import { limitUnauthenticated } from './connection-admission.ts';
import { countInWindow } from './count-in-window.ts';
import { toErrorReply } from './error-reply.ts';
import { cutConnection, limitUnsentBytes } from './limit-unsent-bytes.ts';
import { watchPresence } from './presence.ts';
import { startPublishing } from './publish.ts';
import type { Connection, Io, LiveSocket, SocketServerOptions } from './socket-types.ts';
import { sessionRoom, userRoom } from './socket-types.ts';

export interface SocketServer {
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
export function createSocketServer(parts: SocketServerOptions): SocketServer {
  const io: Io = new Server({
    path: socketConstants.path,
    serveClient: false,
    transports: ['polling', 'websocket'],
    maxHttpBufferSize: socketConstants.payloadMaxBytes,
    perMessageDeflate: false,
    wsEngine: BoundedWebSocketServer,
    pingInterval: socketConstants.pingEveryMs,
    connectTimeout: parts.connectMs ?? socketConstants.connectMs,
    ...(parts.corsOrigins.length > 0 && {
      cors: { origin: [...parts.corsOrigins], credentials: true },
    }),
    destroyUpgrade: parts.destroyUpgrade,
    allowRequest: (request, answer) => {
      const refusal = closing ? Promise.resolve('stopping') : arrivals.admit(request);
      void refusal.then((refused) => answer(refused, refused === null));
    },
  });
  const sessions = closeEndedSessions(io, parts);
  const arrivals = limitUnauthenticated(parts, sessions.endings);
  const presence = watchPresence(parts);
  const stopPublishing = startPublishing(io, parts);
  const unsent = limitUnsentBytes();
  const inTurn = createConcurrencyLimiters({
    atOnce: socketConstants.eventsAtOnce,
    waitingMax: socketConstants.eventsWaitingMax,
  });
  const perWindow = parts.eventsPerWindow ?? socketConstants.eventsPerWindow;
  let closing = false;

  /** Bounds what a connection sends, of any kind, and what it does not read. */
  function bound(raw: LiveSocket['conn']): void {
    if (raw.readyState !== 'open') return;
    const count = countInWindow(socketConstants.eventsWindowMs);
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
      await ctx.rateLimiter.take('socket-events-by-account', actor.id);
      const run = events[event as keyof typeof events];
      const work = () => parts.run(() => run({ ctx, socket }, args[0]));
      const done = await inTurn(actor.id, work, tooMany);
      if (done === tooMany) throw new AppError('rate-limited');
      answer?.({ ok: true, ...done });
    } catch (error) {
      answer?.(toErrorReply(error, parts.log, event));
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
    data.windowEnds = now + socketConstants.eventsWindowMs;
    data.events = 0;
  }
  data.events += 1;
  if (data.events > perWindow) {
    throw new AppError('rate-limited', { retryAfterMs: data.windowEnds - now });
  }
}
