import { expect, test } from 'vitest';
import { createHasher } from './argon2-hasher.ts';

test('a hash is argon2id with its own salt, and knows its password alone', async () => {
  const hasher = createHasher();
  const [first, second] = await Promise.all([hasher.hash('secret'), hasher.hash('secret')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(second).not.toBe(first);
  expect(await hasher.verify(first, 'secret')).toBe(true);
  expect(await hasher.verify(first, 'Secret')).toBe(false);
});

test('those who stand in line get their turn; who comes after them is refused at once', async () => {
  const hasher = createHasher({ parallel: 1, waiting: 2 });
  const asked = Array.from({ length: 5 }, () => hasher.hash('secret'));
  const answers = await Promise.allSettled(asked);
  expect(answers.map((answer) => answer.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect(answers[4]).toMatchObject({ reason: { code: 'rate-limited', status: 429 } });
  await hasher.hash('secret');
});

test('a failed one gives its place back', async () => {
  const hasher = createHasher({ parallel: 1, waiting: 1 });
  await expect(hasher.verify('no hash', 'secret')).rejects.toThrow();
  const answers = await Promise.all([hasher.hash('a'), hasher.hash('b')]);
  expect(answers).toHaveLength(2);
});
