import { expect, test } from 'vitest';
import { countRunningWork } from './count-running-work.ts';

test('a shutdown waits for all running work, including work that fails', async () => {
  const running = countRunningWork();
  await running.settled();
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const events: string[] = [];
  const answers = [running.run(() => first.promise), running.run(() => second.promise)];
  const settled = running.settled().then(() => events.push('settled'));
  first.resolve('answered');
  expect(await answers[0]).toBe('answered');
  events.push('first');
  second.reject(new Error('failed'));
  await expect(answers[1]).rejects.toThrow('failed');
  await settled;
  expect(events).toEqual(['first', 'settled']);
});
