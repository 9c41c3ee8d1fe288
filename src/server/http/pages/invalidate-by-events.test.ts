import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEvents } from '#server/bootstrap/events.ts';
import { invalidateByEvents } from './invalidate-by-events.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function listen() {
  const invalidate = vi.fn();
  const events = createEvents(pino({ level: 'silent' }));
  invalidateByEvents({ invalidate }, events);
  return { invalidate, publish: events.publish };
}

it('ends the cached pages at once, and after more changes twice a second', () => {
  const { invalidate, publish } = listen();
  publish({ type: 'site-changed' });
  expect(invalidate).toHaveBeenCalledTimes(1);
  for (let count = 0; count < 5; count += 1) publish({ type: 'site-changed' });
  vi.advanceTimersByTime(499);
  expect(invalidate).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(invalidate).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(invalidate).toHaveBeenCalledTimes(2);
  publish({ type: 'content-removed' });
  expect(invalidate).toHaveBeenCalledTimes(3);
});

it('keeps the cached pages when something else happens', () => {
  const { invalidate, publish } = listen();
  publish({ type: 'unread-changed', userId: 'a player' });
  vi.advanceTimersByTime(10_000);
  expect(invalidate).not.toHaveBeenCalled();
});
