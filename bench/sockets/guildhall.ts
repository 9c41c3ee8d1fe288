import { createServer } from 'node:http';
import { openDatabase } from '#database/client.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { createServices } from '#server/bootstrap/create-services.ts';
import { createLog } from '#server/bootstrap/log.ts';
import { openSockets } from '#server/bootstrap/open-sockets.ts';
import { readConfig } from '#server/config/config.ts';
import { presenceConstants } from '#shared/constants/accounts/presence.ts';
import { serveHeapReports } from './heap-reports.ts';

// Our socket server with its services in its own process, without rate limits for messages.
const db = openDatabase(JSON.parse(process.env.BENCH_DATABASE ?? ''));
const config = readConfig({ DATA_DIR: process.env.DATA_DIR, LOG_LEVEL: 'silent' });
const pictures = { banner: null, shareImage: null };
const services = {
  ...(await createServices(config, db, createLog('silent'), pictures)),
  rateLimiter: createRateLimiter(1_000_000),
};
const http = createServer();
openSockets(services, { eventsPerWindow: Number.POSITIVE_INFINITY }).attach(http);
setInterval(() => void services.accounts.presence.flush(), presenceConstants.writeEveryMs).unref();
serveHeapReports(http);
