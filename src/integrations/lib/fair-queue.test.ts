import { expect, test } from 'vitest';
import { createFairQueue, type QueueCaller } from './fair-queue.ts';

/**
 * A queue with one place, which is taken until `open` is called. `done` lists the jobs after it in
 * order.
 */
function queue(waiting = { total: 100, perAddress: 100, perAccount: 100 }) {
  const run = createFairQueue({ parallel: 1, waiting, createError: () => new Error('full') });
  const done: string[] = [];
  const { promise, resolve: open } = Promise.withResolvers<void>();
  const first = run({ address: 'first', account: 'first' }, () => promise);
  const settled: Promise<unknown>[] = [first];
  const enqueue = (name: string, caller: QueueCaller) => {
    const job = run(caller, async () => void done.push(name)).catch(() => `${name} is refused`);
    settled.push(job);
    return job;
  };
  const finish = async () => {
    open();
    return (await Promise.all(settled)).filter((answer) => typeof answer === 'string');
  };
  return { enqueue, done, finish };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => index);

test('an IP address waits for one job of a busy IP address, not for all', async () => {
  const { enqueue, done, finish } = queue();
  for (const index of many(50))
    void enqueue(`storm ${index}`, { address: 'a', account: `x${index}` });
  void enqueue('honest', { address: 'b', account: 'ada' });
  await finish();
  expect(done.indexOf('honest')).toBe(1);
  expect(done).toHaveLength(51);
});

test('a request that is read while jobs wait is not delayed by jobs that wait for nothing', async () => {
  const { enqueue, done, finish } = queue();
  for (const index of many(50))
    void enqueue(`storm ${index}`, { address: 'a', account: `x${index}` });
  const read = new Promise<void>((resolve) => setImmediate(resolve)).then(() =>
    enqueue('read later', { address: 'b', account: 'ada' }),
  );
  await finish();
  await read;
  expect(done.indexOf('read later')).toBeLessThan(5);
});

test('an account waits for one job of a busy account behind the same IP address', async () => {
  const { enqueue, done, finish } = queue();
  for (const index of many(50)) void enqueue(`storm ${index}`, { address: 'a', account: 'x' });
  void enqueue('honest', { address: 'a', account: 'ada' });
  await finish();
  expect(done.indexOf('honest')).toBe(1);
});

test('a busy account fills only its own line', async () => {
  const { enqueue, finish } = queue({ total: 100, perAddress: 100, perAccount: 3 });
  for (const index of many(5)) void enqueue(`storm ${index}`, { address: 'a', account: 'x' });
  void enqueue('honest', { address: 'a', account: 'ada' });
  expect(await finish()).toEqual(['storm 3 is refused', 'storm 4 is refused']);
});

test('in a full queue the longest line loses a job to an IP address with few jobs', async () => {
  const { enqueue, done, finish } = queue({ total: 6, perAddress: 100, perAccount: 100 });
  for (const index of many(6))
    void enqueue(`storm ${index}`, { address: 'a', account: `x${index % 2}` });
  void enqueue('honest', { address: 'b', account: 'ada' });
  void enqueue('late', { address: 'a', account: 'x9' });
  expect(await finish()).toEqual(['storm 5 is refused', 'late is refused']);
  expect(done).toHaveLength(6);
  expect(done).toContain('honest');
});
