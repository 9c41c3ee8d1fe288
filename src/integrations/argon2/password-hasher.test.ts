import { expect, test } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

const caller = { address: '192.0.2.1', account: 'ada' };
const queueSizes = { total: 2, perAddress: 2, perAccount: 2 };

test('a hash is argon2id with its own salt, and verifies only its password', async () => {
  const hasher = createPasswordHasher();
  const calls = [hasher.hash('secret', caller), hasher.hash('secret', caller)];
  const [first = '', second] = await Promise.all(calls);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(second).not.toBe(first);
  expect(await hasher.verify(first, 'secret', caller)).toBe(true);
  expect(await hasher.verify(first, 'Secret', caller)).toBe(false);
});

test('waiting calls are served in order; further calls are rejected at once when the queue is full', async () => {
  const hasher = createPasswordHasher({ parallel: 1, waiting: queueSizes });
  const calls = Array.from({ length: 5 }, () => hasher.hash('secret', caller));
  const answers = await Promise.allSettled(calls);
  expect(answers.map((answer) => answer.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect(answers[4]).toMatchObject({ reason: { code: 'rate-limited', status: 429 } });
  await hasher.hash('secret', caller);
});

test('a failed call frees its place', async () => {
  const hasher = createPasswordHasher({ parallel: 1, waiting: queueSizes });
  await expect(hasher.verify('no hash', 'secret', caller)).rejects.toThrow();
  const answers = await Promise.all([hasher.hash('a', caller), hasher.hash('b', caller)]);
  expect(answers).toHaveLength(2);
});
