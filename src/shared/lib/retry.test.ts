import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { retry } from './retry.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Work that fails with these errors, one after the other, and then succeeds. */
function createWork(...errors: Error[]) {
  const startedAt: number[] = [];
  const began = performance.now();
  const work = vi.fn(async (attempt: number) => {
    startedAt.push(performance.now() - began);
    const error = errors[attempt - 1];
    if (error) throw error;
    return 'done';
  });
  return { work, startedAt };
}

async function settle<Result>(promise: Promise<Result>): Promise<Result | unknown> {
  const settled = promise.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return settled;
}

const [first, second] = [new Error('first'), new Error('second')];
const noWait = () => 0;

it('work that succeeds runs once', async () => {
  const { work } = createWork();
  expect(await settle(retry(work, { attempts: 3, waitMs: noWait }))).toBe('done');
  expect(work).toHaveBeenCalledTimes(1);
});

it('work that fails runs again after the wait for this attempt and error', async () => {
  const { work, startedAt } = createWork(first, second);
  const onRetry = vi.fn();
  const waitMs = (error: unknown, attempt: number) => attempt * (error === first ? 100 : 1_000);
  const result = retry(work, { attempts: 3, waitMs, onRetry });
  expect(await settle(result)).toBe('done');
  expect(startedAt).toEqual([0, 100, 2_100]);
  expect(onRetry.mock.calls).toEqual([[first], [second]]);
});

it('the error of the last attempt is thrown', async () => {
  const { work } = createWork(first, second);
  expect(await settle(retry(work, { attempts: 2, waitMs: noWait }))).toBe(second);
  expect(work).toHaveBeenCalledTimes(2);
});

it('an error without a wait is thrown at once', async () => {
  const { work } = createWork(first, second);
  const onRetry = vi.fn();
  const options = { attempts: 3, waitMs: () => null, onRetry };
  expect(await settle(retry(work, options))).toBe(first);
  expect(onRetry).not.toHaveBeenCalled();
});

it('no attempt starts after the deadline', async () => {
  const { work, startedAt } = createWork(first, second);
  const deadline = performance.now() + 500;
  const waitMs = (_: unknown, attempt: number) => attempt * 300;
  expect(await settle(retry(work, { attempts: 3, waitMs, deadline }))).toBe(second);
  expect(startedAt).toEqual([0, 300]);
});
