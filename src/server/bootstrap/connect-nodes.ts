import type { Database } from '#database/client.ts';
import { openDirectClient } from '#database/direct-client.ts';
import { createDatabaseRateStore } from '#domain/accounts/database-rate-store.ts';
import type { RateLimiter } from '#domain/accounts/rate-limiter.ts';
import { type Node, startNodeRegistry } from '#domain/system/nodes/node-registry.ts';
import { createPostgresEventTransport } from '#integrations/postgres/event-transport.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { createSharedRateLimiter } from '#integrations/rate-limiter/shared-rate-limiter.ts';
import type { Config } from '../config/config.ts';
import { countCustomerNetworks } from './count-customer-networks.ts';
import { createEvents, type EventHub } from './events.ts';
import type { Logger } from './log.ts';

/** How to connect to Postgres itself, not to a pooler. */
export type DirectConnection = Parameters<typeof openDirectClient>[0];

export interface NodeOptions {
  /** Given if other processes may use the same database; null for the only one. */
  direct: DirectConnection | null;
  /** The primary process of several web processes serves none, so it is no node. */
  servesRequests: boolean;
}

interface Options extends NodeOptions {
  config: Pick<Config, 'REDIS_URL' | 'WEB_PROCESSES'>;
  db: Database;
  log: Logger;
  /** This process. */
  node: Node;
}

/**
 * Registers this process as a node, and connects its events and rate limits with those of the other nodes: over
 * Redis with `REDIS_URL`, else over Postgres. Without `direct` there are no others, and all is in memory.
 */
export async function connectNodes({
  config,
  db,
  log,
  node,
  direct,
  servesRequests,
}: Options): Promise<{ events: EventHub; rateLimiter: RateLimiter }> {
  if (!direct) {
    return { events: createEvents(log), rateLimiter: countCustomerNetworks(createRateLimiter()) };
  }
  const registry = servesRequests ? await startNodeRegistry({ node, db, log }) : null;
  const redisUrl = config.REDIS_URL;
  const redis = redisUrl ? await connectOverRedis(redisUrl, log) : null;
  const transport =
    redis?.transport ??
    createPostgresEventTransport({ connect: () => openDirectClient(direct), log });
  const events = createEvents(log, { nodeId: node.id, transport });
  await events.connected;
  const rateLimiter = createSharedRateLimiter({
    store: redis?.store ?? createDatabaseRateStore(db),
    // A primary process has its own web processes at least.
    countNodes: registry?.countLiving ?? (() => config.WEB_PROCESSES),
    log,
  });
  return {
    rateLimiter: countCustomerNetworks(rateLimiter),
    events: {
      ...events,
      async stop() {
        await events.stop();
        await registry?.stop();
        await redis?.store.close();
      },
    },
  };
}

/** Loads the client of Redis, which takes 4 MB, only where it is used. */
async function connectOverRedis(url: string, log: Logger) {
  const [{ openEventStream }, { createRedisEventTransport }, { openRedisRateStore }] =
    await Promise.all([
      import('#integrations/redis/event-stream.ts'),
      import('#integrations/redis/event-transport.ts'),
      import('#integrations/redis/rate-store.ts'),
    ]);
  const store = await openRedisRateStore(url, log);
  return { store, transport: createRedisEventTransport(openEventStream(url, log), log) };
}
