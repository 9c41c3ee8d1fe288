import './check-node.ts';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createServer as createVite, isRunnableDevEnvironment } from 'vite';
import { exitWithParentProcess } from './exit-with-parent-process.ts';

// Hot reload: one HTTP server with Vite before our own handler. Pool and services are created once.
execFileSync(process.execPath, ['catalog/draw-pictures.ts'], { stdio: 'inherit' });
exitWithParentProcess();
const http = createServer();
const vite = await createVite({
  server: { middlewareMode: true, hmr: { server: http } },
  appType: 'custom',
});
const environment = vite.environments.ssr;
if (!environment || !isRunnableDevEnvironment(environment)) {
  throw new Error('Vite has no runnable server environment.');
}
const { runner } = environment;
type Boot = typeof import('#server/bootstrap/boot.ts');
type Http = typeof import('#server/http/app.ts');
type Sockets = typeof import('#server/bootstrap/open-sockets.ts');
type Chat = typeof import('#realtime/chat.ts');
const { boot } = (await runner.import('/src/server/bootstrap/boot.ts')) as Boot;
const { services, close } = await boot(process.env);

// Created once, because connections outlive a code change. Event handlers are imported for each event.
const { openSockets } = (await runner.import('/src/server/bootstrap/open-sockets.ts')) as Sockets;
const sockets = openSockets(services, {
  handlers: async () => ((await runner.import('/src/realtime/chat.ts')) as Chat).chatEvents,
  // Vite has its own WebSocket on this server.
  destroyUpgrade: false,
});

let current: { module: Http; listener: ReturnType<typeof getRequestListener> } | undefined;

async function listener() {
  const module = (await runner.import('/src/server/http/app.ts')) as Http;
  if (current?.module !== module) {
    const app = module.createApp(services, { clientDirectory: null, ready: () => true });
    current = { module, listener: getRequestListener((request, env) => app.fetch(request, env)) };
  }
  return current.listener;
}

http.on('request', (request, response) => {
  vite.middlewares(request, response, async () => {
    try {
      await (await listener())(request, response);
    } catch (error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error);
      console.error(error);
      response.writeHead(500).end();
    }
  });
});

sockets.attach(http);
http.listen(services.config.PORT, services.config.HOST, () => {
  console.log(`Guildhall (development) is open at http://localhost:${services.config.PORT}`);
});

async function stop() {
  await sockets.close();
  http.closeAllConnections();
  http.close();
  await vite.close();
  await close();
  process.exit(0);
}
process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());
