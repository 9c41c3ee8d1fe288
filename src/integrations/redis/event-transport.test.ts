import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { EventTransport } from '#domain/system/nodes/event-transport.ts';
import {
  createRedisEventTransport,
  type EventStream,
  type StreamEntry,
} from './event-transport.ts';

const log = pino({ level: 'silent' });
const transports: EventTransport[] = [];
afterEach(async () => {
  for (const transport of transports.splice(0)) await transport.stop();
});

/** A Redis stream in memory, which can be down. */
function createFakeRedis() {
  let entries: StreamEntry[] = [];
  let count = 0;
  const redis = {
    isDown: false,
    /** Removes the oldest entries, as the limit of the stream does. */
    removeOldest(removed: number): void {
      entries = entries.slice(removed);
    },
    open(): EventStream {
      const use = async <Answer>(work: () => Answer): Promise<Answer> => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (redis.isDown) throw new Error('Redis is down');
        return work();
      };
      return {
        connect: () => Promise.resolve(),
        append: (text) =>
          use(() => {
            count += 1;
            entries.push({ id: `${count}-0`, text });
          }),
        readAfter: (id) =>
          use(() =>
            entries.filter((entry) => Number.parseInt(entry.id, 10) > Number.parseInt(id, 10)),
          ),
        getBounds: () =>
          use(() => {
            const [first, last] = [entries.at(0), entries.at(-1)];
            return first && last ? { first: first.id, last: last.id } : null;
          }),
        close: () => Promise.resolve(),
      };
    },
  };
  return redis;
}

async function startNode(redis: ReturnType<typeof createFakeRedis>) {
  const transport = createRedisEventTransport(redis.open(), log);
  transports.push(transport);
  const received: string[] = [];
  await transport.start({
    onText: (text) => received.push(text),
    onGap: () => received.push('(gap)'),
  });
  return { transport, received };
}

test('texts that are sent while Redis is down arrive in order when it works again, and none is lost', async () => {
  const redis = createFakeRedis();
  const [a, b] = [await startNode(redis), await startNode(redis)];
  a.transport.send(['1', '2']);
  await expect.poll(() => b.received).toEqual(['1', '2']);
  redis.isDown = true;
  a.transport.send(['3']);
  b.transport.send(['4']);
  a.transport.send(['5']);
  redis.isDown = false;
  await expect.poll(() => b.received.toSorted()).toEqual(['1', '2', '3', '4', '5']);
  expect(b.received.filter((text) => '35'.includes(text))).toEqual(['3', '5']);
});

test('a node that was away until Redis removed what it had not read learns of the gap', async () => {
  const redis = createFakeRedis();
  const [a, b] = [await startNode(redis), await startNode(redis)];
  a.transport.send(['1']);
  await expect.poll(() => b.received).toEqual(['1']);
  const bIsAway = redis.open();
  redis.isDown = true;
  await expect.poll(async () => bIsAway.getBounds().catch(() => 'down')).toBe('down');
  redis.isDown = false;
  // Emptied while nobody could read.
  redis.removeOldest(1);
  redis.isDown = true;
  await expect.poll(async () => bIsAway.getBounds().catch(() => 'down')).toBe('down');
  redis.isDown = false;
  await expect.poll(() => b.received).toContain('(gap)');
  a.transport.send(['2']);
  await expect.poll(() => b.received).toContain('2');
});

test('a node that could not send too many texts tells the others of the gap', async () => {
  const redis = createFakeRedis();
  const [a, b] = [await startNode(redis), await startNode(redis)];
  redis.isDown = true;
  for (let index = 0; index < 10; index += 1) a.transport.send(['x'.repeat(1024 * 1024)]);
  redis.isDown = false;
  await expect.poll(() => b.received).toContain('(gap)');
});
