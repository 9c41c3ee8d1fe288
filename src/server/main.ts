import { Server as HttpServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { connection } from '#shared/constants/requests.ts';
import { boot } from './bootstrap/boot.ts';
import { openSockets } from './bootstrap/open-sockets.ts';
import { trackRunning } from './bootstrap/track-running.ts';
import { ConfigError } from './config/config.ts';
import { projectPath } from './config/project-path.ts';
import { createApp } from './http/app.ts';
import { guardConnections } from './http/connections/guard-connections.ts';

/** How long requests in flight may take after SIGTERM before they are cut. */
const drainMs = 10_000;
/** How long an upload may take to arrive: 50 MB over a slow line take longer than Node's five minutes. */
const requestMs = 30 * 60_000;

async function start(): Promise<void> {
  const { services, databaseLost, close } = await boot(process.env);
  const { config, log } = services;
  let stopping = false;

  const app = createApp(services, {
    clientDirectory: projectPath('build/client'),
    ready: () => !stopping,
  });
  const running = trackRunning();
  const server = serve(
    {
      fetch: (request, bindings) => running.run(() => app.fetch(request, bindings)),
      port: config.PORT,
      hostname: config.HOST,
      serverOptions: {
        requestTimeout: requestMs,
        headersTimeout: connection.headersMs,
        connectionsCheckingInterval: connection.checkEveryMs,
      },
    },
    ({ port }) => {
      process.stdout.write(`Guildhall is open at ${config.ORIGIN ?? `http://localhost:${port}`}\n`);
    },
  );
  const sockets = openSockets(services, { run: running.run });
  if (server instanceof HttpServer) {
    sockets.attach(server);
    guardConnections(server, { behindProxy: config.TRUST_PROXY > 0, limits: connection });
  }

  async function stop(code: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    const cut = setTimeout(
      () => 'closeAllConnections' in server && server.closeAllConnections(),
      drainMs,
    );
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    if ('closeIdleConnections' in server) server.closeIdleConnections();
    await sockets.close();
    await closed;
    clearTimeout(cut);
    // Whose connection was cut still works; the database must not be taken from under it.
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
