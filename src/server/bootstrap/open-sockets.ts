import type { IncomingMessage } from 'node:http';
import { chatEvents } from '#realtime/chat.ts';
import { createSocketServer, type SocketServer } from '#realtime/socket-server.ts';
import type { ChatEventHandlers } from '#realtime/socket-types.ts';
import { getClientAddress } from '../http/security/client-ip-address.ts';
import { createGamesHostTest } from '../http/web-games/games-host.ts';
import { createCtx } from './create-services.ts';
import type { Services } from './services.ts';

interface Options {
  /** Runs the work of an event and counts it. */
  run?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Returns the current event handlers: a development server replaces them. */
  handlers?: () => Promise<ChatEventHandlers>;
  eventsPerWindow?: number;
  connectMs?: number;
  destroyUpgrade?: boolean;
  createConnectionId?: () => string;
}

/** Creates the socket server over the services. It accepts connections after `attach`. */
export function openSockets(
  services: Services,
  { run = (work) => work(), handlers, destroyUpgrade = true, ...options }: Options = {},
): SocketServer {
  const { config } = services;
  const isGamesHost = createGamesHostTest(config.GAMES_ORIGIN);
  return createSocketServer({
    ...services,
    corsOrigins: config.CORS_ORIGINS,
    isForeignHost: ({ headers }) => isGamesHost(headers.host ?? ''),
    getOrigin: ({ headers }) => config.ORIGIN ?? `http://${headers.host}`,
    getAddress: ({ headers, socket }: IncomingMessage) =>
      getClientAddress(
        socket.remoteAddress ?? '127.0.0.1',
        headers['x-forwarded-for']?.toString() ?? null,
        config.TRUST_PROXY,
      ),
    createCtx: (request, actor) => createCtx(services, request, actor),
    getChatEvents: handlers ?? (() => chatEvents),
    run,
    ...options,
    destroyUpgrade,
  });
}
