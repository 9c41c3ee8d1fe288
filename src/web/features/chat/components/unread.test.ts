import { expect, test } from 'vitest';
import { countUnread, firstUnread, runsShown } from './unread.ts';

const marks = {
  read: 20,
  skipped: [
    [1, 2],
    [13, 15],
  ],
} as const;

test.each([
  [0, 0],
  [1, 1],
  [12, 2],
  [14, 4],
  [20, 5],
  [23, 8],
])('up to number %i there are %i unread', (upTo, count) => {
  expect(countUnread(marks, upTo)).toBe(count);
});

test.each([
  [0, 23, 1],
  [1, 23, 2],
  [2, 23, 13],
  [13, 23, 14],
  [15, 23, 21],
  [15, 20, null],
  [22, 23, 23],
])('after %i and up to %i the first unread is %s', (before, last, first) => {
  expect(firstUnread(marks, before, last)).toBe(first);
});

test('nothing is unread where everything was read', () => {
  expect(firstUnread({ read: 9, skipped: [] }, 4, 9)).toBe(null);
  expect(countUnread({ read: 9, skipped: [] }, 9)).toBe(0);
});

test('what was shown is told in runs, which own messages do not part', () => {
  const messages = [1, 2, 3, 4, 5, 6, 7].map((number) => ({ number, mine: number === 3 }));
  expect(runsShown(messages, new Set([2, 4, 6]))).toEqual([
    [2, 4],
    [6, 6],
  ]);
  expect(runsShown(messages, new Set())).toEqual([]);
});
