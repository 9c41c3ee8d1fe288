import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { useNodes } from '#test/fixtures/nodes.ts';
import { type RedisServer, startRedisServer } from '#test/fixtures/redis-server.ts';

const database = useDatabase();
let redis: RedisServer | undefined;

beforeAll(async () => {
  redis = await startRedisServer();
});

afterAll(() => redis?.stop());

const connectNode = useNodes(database);
const startNode = () => connectNode({ redisUrl: redis?.url });

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
