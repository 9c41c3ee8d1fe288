import type { IncomingMessage } from 'node:http';
import { chatEvents } from '#realtime/chat.ts';
import { createSocketServer, type SocketServer } from '#realtime/socket-server.ts';
import type { ChatEvents } from '#realtime/socket-types.ts';
import { clientAddress } from '../http/request-facts.ts';
import { createCtx } from './create-services.ts';
import type { Services } from './services.ts';

interface Options {
  /** Does an event's work and counts it. */
  run?: <T>(work: () => Promise<T>) => Promise<T>;
  /** The handlers of events as they are now: a development server changes them. */
  handlers?: () => Promise<ChatEvents>;
  eventsPerWindow?: number;
  connectMs?: number;
  destroyUpgrade?: boolean;
}

/** The socket door over the services of this process; it listens once it is attached to a server. */
export function openSockets(
  services: Services,
  { run = (work) => work(), handlers, destroyUpgrade = true, ...options }: Options = {},
): SocketServer {
  const { config } = services;
  return createSocketServer({
    ...services,
    corsOrigins: config.CORS_ORIGINS,
    originOf: ({ headers }) => config.ORIGIN ?? `http://${headers.host}`,
    addressOf: ({ headers, socket }: IncomingMessage) =>
      clientAddress(
        socket.remoteAddress ?? '127.0.0.1',
        headers['x-forwarded-for']?.toString() ?? null,
        config.TRUST_PROXY,
      ),
    ctxOf: (request, actor) => createCtx(services, request, actor),
    chatEvents: handlers ?? (() => chatEvents),
    run,
    ...options,
    destroyUpgrade,
  });
}
