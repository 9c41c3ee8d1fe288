import { randomUUID } from 'node:crypto';
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server } from 'socket.io';
import {
  createConcurrencyLimiter,
  createConcurrencyLimiters,
} from '#domain/lib/concurrency-limiter.ts';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { measure } from '#shared/lib/telemetry.ts';
import type { ClientEvents } from '#shared/schemas/socket-events.ts';
import { BoundedWebSocketServer } from './bounded-web-socket-server.ts';
import { closeEndedSessions } from './close-ended-sessions.ts';
import { createConnectionAdmission } from './connection-admission.ts';
import { toErrorReply } from './error-reply.ts';
import { cutConnection, limitUnsentBytes } from './limit-unsent-bytes.ts';
import { trackPresence } from './presence.ts';
import { startPublishing } from './publish-events-to-sockets.ts';
import {
  type Connection,
  type Io,
  type LiveSocket,
  type SocketServerOptions,
  sessionRoom,
  userRoom,
} from './socket-types.ts';
import { createWindowCounter } from './window-counter.ts';

export interface SocketServer {
  /** Handles requests to `socketConstants.path` of a server, before the server's own handlers. */
  attach(http: HttpServer): void;
  /** Handles a request to `socketConstants.path` that another process has received. */
  handleRequest(request: IncomingMessage, response: ServerResponse): void;
  /** Handles an upgrade to a websocket that another process has received. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes all connections and stops all timers. Clients reconnect by themselves. */
  close(): Promise<void>;
}

/**
 * Listens for errors of a connection that breaks during its handshake. Without a listener such an error
 * would end the process.
 */
function ignore(): void {}

/** A connection that sends more than this many times the allowed events is closed. */
const floodFactor = 10;

const tooMany = Symbol('too many');

/** Events that only read. They do not delay the messages that are sent after them. */
const unorderedEvents: ReadonlySet<string> = new Set(['missed'] satisfies (keyof ClientEvents)[]);

/** Creates the socket server. It accepts connections after `attach`. */
export function createSocketServer(options: SocketServerOptions): SocketServer {
  const io: Io = new Server({
    path: socketConstants.path,
    serveClient: false,
    transports: ['polling', 'websocket'],
    maxHttpBufferSize: socketConstants.payloadMaxBytes,
    perMessageDeflate: false,
    wsEngine: BoundedWebSocketServer,
    pingInterval: socketConstants.pingEveryMs,
    connectTimeout: options.connectMs ?? socketConstants.connectMs,
    ...(options.corsOrigins.length > 0 && {
      cors: { origin: [...options.corsOrigins], credentials: true },
    }),
    destroyUpgrade: options.destroyUpgrade,
    allowRequest: (request, answer) => {
      const decision = closing ? Promise.resolve('stopping') : admission.admit(request);
      void decision.then((rejection) => answer(rejection, rejection === null));
    },
  });
  const sessions = closeEndedSessions(io, options);
  const admission = createConnectionAdmission(options, sessions.countEndings);
  const presence = trackPresence(options);
  const publisher = startPublishing(io, options);
  const unsent = limitUnsentBytes();
  const runLimited = createConcurrencyLimiters({
    atOnce: socketConstants.eventsAtOnce,
    waitingMax: socketConstants.eventsWaitingMax,
  });
  const perWindow = options.eventsPerWindow ?? socketConstants.eventsPerWindow;
  let closing = false;

  /** Limits the packets that a connection sends and the output that it does not read. */
  function limitConnection(raw: LiveSocket['conn']): void {
    if (raw.readyState !== 'open') return;
    const count = createWindowCounter(socketConstants.eventsWindowMs);
    unsent.watch(raw);
    raw.on('packet', () => {
      if (count().count > perWindow * floodFactor) cutConnection(raw);
    });
  }

  io.use((socket, next) => {
    void admission.authenticate(socket).then((rejection) => {
      if (rejection === null) return next();
      // A client that gets no reason reconnects by itself; with a reason it does not.
      if (rejection === 'failed') socket.conn.close();
      next(new Error(rejection));
      setImmediate(() => socket.conn.close());
    });
  });

  io.on('connection', (socket) => {
    const admitted = admission.getAdmitted(socket);
    if (!admitted) {
      socket.disconnect(true);
      return;
    }
    const { actor, address, origin, endings, isOfApi } = admitted;
    socket.data = {
      actor,
      facts: { address, origin },
      isOfApi,
      joined: null,
      runInOrder: createConcurrencyLimiter({
        atOnce: 1,
        waitingMax: socketConstants.eventsInOrderMax,
      }),
      countEvent: createWindowCounter(socketConstants.eventsWindowMs),
      releasePresence: presence.addSocket(actor),
    } satisfies Connection;
    unsent.assign(socket.conn, actor.id);
    void socket.join([userRoom(actor.id), sessionRoom(actor.sessionId)]);
    // The page was rendered before; what changed since then was sent to nobody.
    publisher.updateUnread(actor.id);
    socket.once('disconnect', () => socket.data.releasePresence());
    socket.onAny((event: string, ...args: unknown[]) => void receive(socket, event, args));
    // The session may have ended during the handshake.
    if (sessions.countEndings() !== endings) sessions.recheck(socket);
  });

  /**
   * Handles an event. The events of a connection take effect in the order in which they were sent: they queue
   * before anything is awaited, because limiters and connections of the database answer in any order.
   */
  async function receive(socket: LiveSocket, event: string, args: unknown[]): Promise<void> {
    const last = args.at(-1);
    const acknowledge = typeof last === 'function' ? last : null;
    try {
      requireFewerEvents(socket, perWindow);
      const handle = () => handleEvent(socket, event, args[0]);
      const result = unorderedEvents.has(event)
        ? await handle()
        : await socket.data.runInOrder(handle, tooMany);
      if (result === tooMany) throw new AppError('rate-limited');
      if (result) acknowledge?.({ ok: true, ...result });
    } catch (error) {
      acknowledge?.(toErrorReply(error, options.log, event));
    }
  }

  /** Returns the content of the acknowledgement; null for an unknown event. */
  async function handleEvent(socket: LiveSocket, event: string, payload: unknown) {
    const events = await options.getChatEvents();
    if (!Object.hasOwn(events, event)) return null;
    const { actor, facts } = socket.data;
    const ctx = options.createCtx({ ...facts, id: randomUUID(), userAgent: null }, actor);
    await ctx.rateLimiter.take('socket-events-by-account', actor.id);
    const run = events[event as keyof typeof events];
    const operation = {
      kind: 'socket-event',
      name: `socket ${event}`,
      attributes: { 'guildhall.socket_event': event, 'guildhall.request_id': ctx.request.id },
    } as const;
    const work = () => options.run(() => measure(operation, () => run({ ctx, socket }, payload)));
    return runLimited(actor.id, work, tooMany);
  }

  return {
    attach(http) {
      io.attach(http);
      if (options.createConnectionId) io.engine.generateId = options.createConnectionId;
      http.prependListener('upgrade', (_request, socket) => socket.on('error', ignore));
      io.engine.prependListener('connection', limitConnection);
      io.engine.prependListener('connection', admission.accept);
    },
    handleRequest: (request, response) => io.engine.handleRequest(request, response),
    handleUpgrade(request, socket, head) {
      socket.on('error', ignore);
      io.engine.handleUpgrade(request, socket, head);
    },
    async close() {
      closing = true;
      await Promise.all([publisher.stop(), sessions.stop(), presence.stop()]);
      io.engine?.close();
      for (const socket of io.sockets.sockets.values()) socket.data.releasePresence();
    },
  };
}

/** Counts an event of a connection. @throws AppError `rate-limited`. */
function requireFewerEvents(socket: LiveSocket, perWindow: number): void {
  const { count, endsInMs } = socket.data.countEvent();
  if (count > perWindow) throw new AppError('rate-limited', { retryAfterMs: endsInMs });
}
