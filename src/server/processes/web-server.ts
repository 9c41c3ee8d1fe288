import { Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { connectionConstants } from '#shared/constants/server/http-requests.ts';
import { countRunningWork } from '../bootstrap/count-running-work.ts';
import { openSockets } from '../bootstrap/open-sockets.ts';
import type { Services } from '../bootstrap/services.ts';
import { projectPath } from '../config/project-path.ts';
import { type AppOptions, createApp } from '../http/app.ts';
import { addSocketHeaders } from '../http/connections/add-socket-headers.ts';
import { isSocketUpgrade } from '../http/connections/is-socket-upgrade.ts';
import { limitConnections } from '../http/connections/limit-connections.ts';
import { rejectSeveralHosts } from '../http/connections/reject-several-hosts.ts';
import type { SocketRelay } from './socket-relay.ts';

/** How long running requests may take after SIGTERM before their connections are closed. */
export const stopMs = 10_000;
/** The same when another process has taken over: an upload on a slow line may end. */
export const drainMs = 120_000;

interface Options extends Pick<AppOptions, 'metrics' | 'readMetrics'> {
  port: number;
  /** Passes sockets of other web processes on. */
  relay?: SocketRelay;
  onListening(port: number): void;
  onError(error: Error): void;
}

export interface WebServer {
  /**
   * Accepts no new connections, closes sockets and resolves when running requests have ended. With
   * `isReplaced`, connections that are idle stay open until their next request or until they are idle for
   * too long: a client may be sending a request at this moment.
   */
  stop(options?: { isReplaced: boolean }): Promise<void>;
}

/** Serves HTTP and sockets over the services. */
export function startWebServer(services: Services, options: Options): WebServer {
  const { config } = services;
  const { relay } = options;
  let isStopping = false;
  let isReplaced = false;

  const app = createApp(services, {
    clientDirectory: projectPath('build/client'),
    ready: () => !isStopping || isReplaced,
    metrics: options.metrics,
    readMetrics: options.readMetrics,
  });
  const running = countRunningWork();
  const server = serve(
    {
      fetch: (request, bindings) => running.run(() => app.fetch(request, bindings)),
      port: options.port,
      hostname: config.HOST,
      serverOptions: {
        requestTimeout: connectionConstants.downloadUploadMs,
        headersTimeout: connectionConstants.headersMs,
        connectionsCheckingInterval: connectionConstants.checkEveryMs,
        shouldUpgradeCallback: isSocketUpgrade,
      },
    },
    ({ port }) => options.onListening(port),
  );
  server.on('error', options.onError);
  const sockets = openSockets(services, {
    run: running.run,
    createConnectionId: relay?.createConnectionId,
  });
  if (server instanceof HttpServer) {
    sockets.attach(server);
    relay?.attach(server, sockets);
    server.prependListener('request', (_request, response) => {
      if (isStopping) response.setHeader('Connection', 'close');
    });
    addSocketHeaders(server, config);
    rejectSeveralHosts(server);
    limitConnections(server, { behindProxy: config.TRUST_PROXY > 0, limits: connectionConstants });
  }

  return {
    async stop(how = { isReplaced: false }) {
      if (isStopping) {
        // The instance stops while this process is being replaced.
        if (!how.isReplaced && 'closeIdleConnections' in server) server.closeIdleConnections();
        return;
      }
      isStopping = true;
      isReplaced = how.isReplaced;
      const ms = isReplaced ? drainMs : stopMs;
      const timer = setTimeout(
        () => 'closeAllConnections' in server && server.closeAllConnections(),
        ms,
      );
      const closed = new Promise<void>((resolve) => {
        // The method of an HTTP server closes idle connections at once.
        if (isReplaced) NetServer.prototype.close.call(server, () => resolve());
        else server.close(() => resolve());
      });
      if (!isReplaced && 'closeIdleConnections' in server) server.closeIdleConnections();
      await sockets.close();
      await relay?.close();
      await closed;
      clearTimeout(timer);
      // Requests whose connection was closed still run; the database must not close before they end.
      await Promise.race([running.settled(), pause(ms)]);
    },
  };
}
