import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import type { ReceivedEvent } from '#domain/events.ts';
import { connectNodes } from '#server/bootstrap/connect-nodes.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { type RedisServer, startRedisServer } from '#test/fixtures/redis-server.ts';

const database = useDatabase();
const log = pino({ level: 'silent' });
const started: { events: { stop(): Promise<void> } }[] = [];
let redis: RedisServer | undefined;

beforeAll(async () => {
  redis = await startRedisServer();
});

afterEach(async () => {
  for (const node of started.splice(0)) await node.events.stop();
});

afterAll(() => redis?.stop());

async function startNode() {
  const direct = { ...inject('postgres'), database: database.name };
  const config = { REDIS_URL: redis?.url, WEB_PROCESSES: 1 };
  const node = await connectNodes({
    config,
    db: database.db,
    log,
    direct,
    servesRequests: true,
  });
  started.push(node);
  const received: ReceivedEvent[] = [];
  node.events.listen((event, { isRemote }) => {
    if (isRemote) received.push(event);
  });
  return { ...node, received };
}

test('a limit of 10 is 10 over three nodes', async () => {
  const all = [await startNode(), await startNode(), await startNode()];
  const name = 'login-by-account-and-address';
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) => all[index % 3]?.rateLimiter.take(name, 'ada')),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  await all[1]?.rateLimiter.reset(name, 'ada');
  await all[1]?.rateLimiter.take(name, 'ada');
});

test('a pause of Redis of 30 seconds loses no event, and limits apply in their share meanwhile', async () => {
  const [a, b] = [await startNode(), await startNode()];
  a.events.publish({ type: 'unread-changed', userId: 'before' });
  await expect.poll(() => b.received).toEqual([{ type: 'unread-changed', userId: 'before' }]);
  redis?.process.kill('SIGSTOP');
  const end = Date.now() + 30_000;
  let sent = 0;
  while (Date.now() < end) {
    a.events.publish({ type: 'unread-changed', userId: `${sent}` });
    sent += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const attempts = await Promise.allSettled(
    Array.from({ length: 20 }, () => a.rateLimiter.take('comment-by-account', 'ada')),
  );
  const accepted = attempts.filter(({ status }) => status === 'fulfilled').length;
  expect(accepted).toBeGreaterThan(0);
  expect(accepted).toBeLessThanOrEqual(10);
  redis?.process.kill('SIGCONT');
  await expect
    .poll(() => new Set(b.received.map((event) => ('userId' in event ? event.userId : ''))).size)
    .toBe(sent + 1);
  const ids = b.received
    .flatMap((event) => ('userId' in event ? [Number(event.userId)] : []))
    .slice(1);
  const firsts = ids.filter((id, index) => ids.indexOf(id) === index);
  expect(firsts).toEqual(firsts.toSorted((x, y) => x - y));
});
