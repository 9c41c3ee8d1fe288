import { createServer } from 'node:http';
import { createLimits } from '#adapters/limits.ts';
import { openDatabase } from '#db/client.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { createServices } from '#server/services.ts';
import { openSockets } from '#server/sockets.ts';
import { presence } from '#shared/limits.ts';
import { serveOrders } from './orders.ts';

// Our socket door, with everything behind it, as a process of its own: without limits on who talks much.
const db = openDatabase(JSON.parse(process.env.BENCH_DATABASE ?? ''));
const config = readConfig({ DATA_DIR: process.env.DATA_DIR, LOG_LEVEL: 'silent' });
const pictures = { banner: null, sharePicture: null };
const services = {
  ...(await createServices(config, db, createLog('silent'), pictures)),
  limits: createLimits(1_000_000),
};
const http = createServer();
openSockets(services, { eventsPerWindow: Number.POSITIVE_INFINITY }).attach(http);
setInterval(() => void services.presence.flush(), presence.writeEveryMs).unref();
serveOrders(http);
