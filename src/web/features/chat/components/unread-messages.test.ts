import { expect, test } from 'vitest';
import { countUnread, findFirstUnread, findShownRuns } from './unread-messages.ts';

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
])('up to number %i, %i messages are unread', (upTo, count) => {
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
])('after number %i and up to %i the first unread number is %s', (before, last, first) => {
  expect(findFirstUnread(marks, before, last)).toBe(first);
});

test('no message is unread when all were read', () => {
  expect(findFirstUnread({ read: 9, skipped: [] }, 4, 9)).toBe(null);
  expect(countUnread({ read: 9, skipped: [] }, 9)).toBe(0);
});

test('shown messages are reported in runs, which own messages do not interrupt', () => {
  const messages = [1, 2, 3, 4, 5, 6, 7].map((number) => ({ number, mine: number === 3 }));
  expect(findShownRuns(messages, new Set([2, 4, 6]))).toEqual([
    [2, 4],
    [6, 6],
  ]);
  expect(findShownRuns(messages, new Set())).toEqual([]);
});
