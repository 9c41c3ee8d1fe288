import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@redis/client';
import type { Log } from '#domain/base-context.ts';

/** How long the start of a node, or a check, waits for Redis. */
const connectMs = 5_000;

/** Creates a client that connects again by itself. Its commands fail while there is no connection. */
export function createRedisClient(url: string, log: Log, name: string) {
  const client = createClient({
    url,
    RESP: 2,
    name: `guildhall-${name}`,
    disableOfflineQueue: true,
    // While Redis is paused, commands wait for `socketTimeout`; more than these fail at once.
    commandsQueueMaxLength: 20_000,
    // A connection that hangs reports no error by itself.
    pingInterval: 5_000,
    socket: {
      connectTimeout: 5_000,
      socketTimeout: 15_000,
      reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 2_000) * (0.5 + Math.random()),
    },
  });
  let isBroken = false;
  client.on('error', (error: unknown) => {
    if (!isBroken) log.warn({ err: error, connection: name }, 'a connection to Redis broke');
    isBroken = true;
  });
  client.on('ready', () => {
    if (isBroken) log.info({ connection: name }, 'a connection to Redis works again');
    isBroken = false;
  });
  return client;
}

/** Connects clients. Returns after a few seconds if Redis does not answer: it may be down, and works later. */
export async function connectToRedis(
  clients: ReturnType<typeof createRedisClient>[],
  log: Log,
): Promise<void> {
  const connecting = clients.map((client) =>
    client.connect().catch((error: unknown) => {
      log.warn({ err: error }, 'Redis cannot be used');
    }),
  );
  await Promise.race([Promise.all(connecting), pause(connectMs, undefined, { ref: false })]);
}

/** Opens a connection for one command, and only once. @throws Error if Redis does not answer. */
export async function checkRedis(url: string): Promise<void> {
  const socket = {
    connectTimeout: connectMs,
    socketTimeout: connectMs,
    reconnectStrategy: false,
  } as const;
  const client = createClient({ url, RESP: 2, name: 'guildhall-check', socket });
  // The calls below reject.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
  } finally {
    client.destroy();
  }
}
