import { expect, test } from 'vitest';
import { createHasher } from './password-hasher.ts';

const caller = { address: '192.0.2.1', account: 'ada' };
const room = { total: 2, perAddress: 2, perAccount: 2 };

test('a hash is argon2id with its own salt, and knows its password alone', async () => {
  const hasher = createHasher();
  const asked = [hasher.hash('secret', caller), hasher.hash('secret', caller)];
  const [first = '', second] = await Promise.all(asked);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(second).not.toBe(first);
  expect(await hasher.verify(first, 'secret', caller)).toBe(true);
  expect(await hasher.verify(first, 'Secret', caller)).toBe(false);
});

test('those who stand in line get their turn; who comes after them is refused at once', async () => {
  const hasher = createHasher({ parallel: 1, waiting: room });
  const asked = Array.from({ length: 5 }, () => hasher.hash('secret', caller));
  const answers = await Promise.allSettled(asked);
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

test('a failed one gives its place back', async () => {
  const hasher = createHasher({ parallel: 1, waiting: room });
  await expect(hasher.verify('no hash', 'secret', caller)).rejects.toThrow();
  const answers = await Promise.all([hasher.hash('a', caller), hasher.hash('b', caller)]);
  expect(answers).toHaveLength(2);
});
