import { expect, it } from 'vitest';
import { formatDuration, formatPlayedTime } from './duration.ts';

it.each([
  [15_000, '15 seconds'],
  [1_000, '1 second'],
  [700, '0.7 seconds'],
  [90_000, '1.5 minutes'],
  [3 * 60 * 60 * 1000, '3 hours'],
])('%i ms reads %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it.each([
  [59_999, 'less than a minute'],
  [60_000, '1 minute'],
  [29.3 * 60_000, '29 minutes'],
  [60 * 60_000 - 1, '59 minutes'],
  [3.5 * 60 * 60_000, '3.5 hours'],
])('%i ms of play read %s', (ms, text) => {
  expect(formatPlayedTime(ms)).toBe(text);
});
