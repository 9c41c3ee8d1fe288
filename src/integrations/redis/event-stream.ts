import type { Log } from '#domain/base-context.ts';
import { type EventStream, slowCount } from './event-transport.ts';
import { connectToRedis, createRedisClient } from './redis-client.ts';

const key = 'guildhall:events';
const field = 'text';

/** The event stream in Redis. A read that waits occupies its connection, so there are two. */
export function openEventStream(url: string, log: Log): EventStream {
  const writer = createRedisClient(url, log, 'event-writer');
  const reader = createRedisClient(url, log, 'event-reader');
  return {
    connect: () => connectToRedis([writer, reader], log),
    async append(text, maxEntries) {
      const TRIM = { strategy: 'MAXLEN', strategyModifier: '~', threshold: maxEntries } as const;
      await writer.xAdd(key, '*', { [field]: text }, { TRIM });
    },
    async readAfter(id, blockMs) {
      const streams = await reader.xRead({ key, id }, { BLOCK: blockMs, COUNT: slowCount });
      const [first] = streams ?? [];
      const messages = first?.messages ?? [];
      return messages.map(({ id: entryId, message }) => ({
        id: entryId,
        text: message[field] ?? '',
      }));
    },
    async getBounds() {
      const first = (await reader.xRange(key, '-', '+', { COUNT: 1 }))?.[0];
      const last = (await reader.xRevRange(key, '+', '-', { COUNT: 1 }))?.[0];
      return first && last ? { first: first.id, last: last.id } : null;
    },
    async close() {
      for (const client of [writer, reader]) if (client.isOpen) client.destroy();
    },
  };
}
