import { expect, it } from 'vitest';
import { formatDuration } from './duration.ts';

it.each([
  [15_000, '15 seconds'],
  [1_000, '1 second'],
  [700, '0.7 seconds'],
  [90_000, '1.5 minutes'],
  [3 * 60 * 60 * 1000, '3 hours'],
])('%i ms reads %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
