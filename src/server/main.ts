import { Server as HttpServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { connectionConstants } from '#shared/constants/http-requests.ts';
import { boot } from './bootstrap/boot.ts';
import { countRunningWork } from './bootstrap/count-running-work.ts';
import { openSockets } from './bootstrap/open-sockets.ts';
import { ConfigError } from './config/config.ts';
import { projectPath } from './config/project-path.ts';
import { createApp } from './http/app.ts';
import { limitConnections } from './http/connections/limit-connections.ts';

/** How long running requests may take after SIGTERM before their connections are closed. */
const drainMs = 10_000;
/** How long an upload may take to arrive. On a slow line, 50 MB take longer than Node's default of five minutes. */
const requestMs = 30 * 60_000;

async function start(): Promise<void> {
  const { services, databaseLost, close } = await boot(process.env);
  const { config, log } = services;
  let stopping = false;

  const app = createApp(services, {
    clientDirectory: projectPath('build/client'),
    ready: () => !stopping,
  });
  const running = countRunningWork();
  const server = serve(
    {
      fetch: (request, bindings) => running.run(() => app.fetch(request, bindings)),
      port: config.PORT,
      hostname: config.HOST,
      serverOptions: {
        requestTimeout: requestMs,
        headersTimeout: connectionConstants.headersMs,
        connectionsCheckingInterval: connectionConstants.checkEveryMs,
      },
    },
    ({ port }) => {
      process.stdout.write(`Guildhall is open at ${config.ORIGIN ?? `http://localhost:${port}`}\n`);
    },
  );
  const sockets = openSockets(services, { run: running.run });
  if (server instanceof HttpServer) {
    sockets.attach(server);
    limitConnections(server, { behindProxy: config.TRUST_PROXY > 0, limits: connectionConstants });
  }

  async function stop(code: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    const drainTimer = setTimeout(
      () => 'closeAllConnections' in server && server.closeAllConnections(),
      drainMs,
    );
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    if ('closeIdleConnections' in server) server.closeIdleConnections();
    await sockets.close();
    await closed;
    clearTimeout(drainTimer);
    // Requests whose connection was closed still run; the database must not close before they end.
    await Promise.race([running.settled(), pause(drainMs)]);
    await close();
    process.exit(code);
  }

  server.on('error', (error) => {
    process.stderr.write(`Cannot listen on port ${config.PORT}: ${error.message}\n`);
    void stop(1);
  });
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  void databaseLost.then(() => {
    if (stopping) return;
    log.error({}, 'the embedded Postgres ended; stopping, so that a restart can recover it');
    void stop(1);
  });
}

start().catch((error: unknown) => {
  const expected =
    error instanceof ConfigError ||
    (error instanceof Error && error.name === 'EmbeddedPostgresError');
  const line = expected ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${line}\n`);
  process.exit(1);
});
