import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { Server as HttpServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';
import { createGuest } from '#domain/accounts/registration/create-guest.ts';
import { getSessionCookieName } from '#domain/accounts/sessions/session-cookie.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { boot } from '#server/bootstrap/boot.ts';
import { createCtx } from '#server/bootstrap/create-services.ts';
import { openSockets } from '#server/bootstrap/open-sockets.ts';
import { createApp } from '#server/http/app.ts';
import type { Env } from '#server/http/hono-env.ts';
import { addEmptyRoute } from './empty-route.tsx';
import { describeStatement, type RecordedStatement } from './recorded-statement.ts';

// The application with four extra routes in one process, so that the compared routes share everything.
addEmptyRoute();
const booted = await boot(process.env);
// The bench sends more requests than the rate limits allow.
const services = { ...booted.services, rateLimiter: createRateLimiter(1_000_000) };
const application = createApp(services, { clientDirectory: './build/client', ready: () => true });
const app = new Hono<Env>();

let queries = 0;
/** The statements of requests since they were read last; null until they are read for the first time. */
let recorded: RecordedStatement[] | null = null;
/** Statements outside of a request are those of jobs. */
const isRequest = new AsyncLocalStorage<boolean>();
app.use((_c, next) => isRequest.run(true, next));
const query = pg.Client.prototype.query;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]) {
    queries += 1;
    if (recorded && isRequest.getStore()) recorded.push(describeStatement(args));
    return Reflect.apply(query, this, args);
  },
});
// Measures the cost of a handler that does nothing.
const trivial = { text: 'x'.repeat(189) };
app.get('/bench/trivial', (c) => c.json(trivial));
app.get('/bench/queries', (c) => c.json(queries));
app.get('/bench/statements', (c) => {
  const statements = recorded ?? [];
  recorded = [];
  return c.json(statements);
});
app.get('/bench/memory', (c) => c.json(process.memoryUsage.rss()));

let page: { body: ArrayBuffer; headers: Record<string, string> } | undefined;
app.get('/bench/bytes', async (c) => {
  if (!page) {
    const headers = { 'Accept-Encoding': c.req.header('Accept-Encoding') ?? '' };
    // With the same host, because the page contains its own URL.
    const url = new URL('/', c.req.url);
    let shop = await application.request(url, { headers });
    // The page is compressed with the best quality from its second visit on.
    while (shop.headers.get('Content-Encoding') !== 'br') {
      await pause(10);
      shop = await application.request(url, { headers });
    }
    page = { body: await shop.arrayBuffer(), headers: Object.fromEntries(shop.headers) };
  }
  return c.body(page.body, 200, page.headers);
});

app.route('/', application);

const cookie = await createGuest(
  createCtx(
    services,
    { id: randomUUID(), address: '127.0.0.1', origin: 'http://localhost', userAgent: 'bench' },
    null,
  ),
);
const sockets = openSockets(services, { eventsPerWindow: Number.POSITIVE_INFINITY });
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  const session = cookie.split(';', 1)[0];
  if (!session?.startsWith(getSessionCookieName(false)))
    throw new Error('The guest got no session.');
  console.log(JSON.stringify({ origin: `http://127.0.0.1:${port}`, cookie: session }));
});
if (server instanceof HttpServer) sockets.attach(server);
