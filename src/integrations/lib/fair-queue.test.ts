import { expect, test } from 'vitest';
import { createFairQueue, type QueueCaller } from './fair-queue.ts';

/** A queue of one place that is taken until `open` is called; `done` has the order of those after it. */
function queue(waiting = { total: 100, perAddress: 100, perAccount: 100 }) {
  const run = createFairQueue({ parallel: 1, waiting, refusal: () => new Error('full') });
  const done: string[] = [];
  const { promise, resolve: open } = Promise.withResolvers<void>();
  const first = run({ address: 'first', account: 'first' }, () => promise);
  const settled: Promise<unknown>[] = [first];
  const ask = (name: string, caller: QueueCaller) => {
    const asked = run(caller, async () => void done.push(name)).catch(() => `${name} is refused`);
    settled.push(asked);
    return asked;
  };
  const finish = async () => {
    open();
    return (await Promise.all(settled)).filter((answer) => typeof answer === 'string');
  };
  return { ask, done, finish };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => index);

test('an honest address waits for one of a storm from another, not for all', async () => {
  const { ask, done, finish } = queue();
  for (const index of many(50)) ask(`storm ${index}`, { address: 'a', account: `x${index}` });
  ask('honest', { address: 'b', account: 'ada' });
  await finish();
  expect(done.indexOf('honest')).toBe(1);
  expect(done).toHaveLength(51);
});

test('an honest account waits for one of a storm on another account behind the same address', async () => {
  const { ask, done, finish } = queue();
  for (const index of many(50)) ask(`storm ${index}`, { address: 'a', account: 'x' });
  ask('honest', { address: 'a', account: 'ada' });
  await finish();
  expect(done.indexOf('honest')).toBe(1);
});

test('a storm on one account fills its own line alone', async () => {
  const { ask, finish } = queue({ total: 100, perAddress: 100, perAccount: 3 });
  for (const index of many(5)) ask(`storm ${index}`, { address: 'a', account: 'x' });
  ask('honest', { address: 'a', account: 'ada' });
  expect(await finish()).toEqual(['storm 3 is refused', 'storm 4 is refused']);
});

test('in a full queue the longest line gives way to an address that asks little', async () => {
  const { ask, done, finish } = queue({ total: 6, perAddress: 100, perAccount: 100 });
  for (const index of many(6)) ask(`storm ${index}`, { address: 'a', account: `x${index % 2}` });
  ask('honest', { address: 'b', account: 'ada' });
  ask('late', { address: 'a', account: 'x9' });
  expect(await finish()).toEqual(['storm 5 is refused', 'late is refused']);
  expect(done).toHaveLength(6);
  expect(done).toContain('honest');
});
