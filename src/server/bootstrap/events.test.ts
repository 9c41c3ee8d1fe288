import { expect, test, vi } from 'vitest';
import { createEvents } from './events.ts';
import type { Logger } from './log.ts';

test('an error of a listener is logged, and the other listeners get the event', () => {
  const error = vi.fn();
  const events = createEvents({ error } as unknown as Logger);
  const heard: string[] = [];
  events.listen(() => {
    throw new Error('no good');
  });
  const stop = events.listen(({ type }) => heard.push(type));
  events.publish({ type: 'sessions-ended', sessionIds: [] });
  stop();
  events.publish({ type: 'unread-changed', userId: 'somebody' });
  expect(heard).toEqual(['sessions-ended']);
  expect(error).toHaveBeenCalledTimes(2);
});
