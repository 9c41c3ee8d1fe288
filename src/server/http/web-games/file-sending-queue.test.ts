import { expect, test } from 'vitest';
import { createSendingQueue } from './file-sending-queue.ts';

const limits = { sendingMax: 3, sendingPerAccount: 2, waitingPerAccount: 1, retryMs: 1_000 };
const busy = expect.objectContaining({ code: 'downloads-busy' });

test('files of an account wait for each other, and too many are refused', async () => {
  const send = createSendingQueue(limits);
  const opened: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (account: string, name: string) =>
    send(account, async (giveBack) => {
      opened.push(name);
      ends.set(name, giveBack);
      return name;
    });
  await Promise.all([start('a', 'one'), start('a', 'two')]);
  const third = start('a', 'three');
  await expect(start('a', 'four')).rejects.toEqual(busy);
  expect(await start('b', 'five')).toBe('five');
  // All places of the process are taken.
  await expect(start('c', 'six')).rejects.toEqual(busy);
  expect(opened).toEqual(['one', 'two', 'five']);
  ends.get('one')?.();
  expect(await third).toBe('three');
  for (const end of ends.values()) end();
  await expect.poll(() => start('c', 'seven').catch(() => null)).toBe('seven');
});

test('a file that cannot be opened keeps no place', async () => {
  const send = createSendingQueue({ ...limits, sendingMax: 1 });
  for (let time = 0; time < 5; time += 1)
    await expect(send('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await send('b', async () => 'open')).toBe('open');
});
